//! The messages of a replay, read into what they ask for.

use super::file::Message;
use serde_json::Value;

/// A piece of a feature on a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    pub(super) x: i64,
    pub(super) y: i64,
    /// The kind of feature, if it is said.
    pub(super) feature: Option<String>,
    pub(super) location: String,
}

/// Which figure of whom: `0.small.1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FigureName {
    pub(super) seat: usize,
    pub(super) kind: String,
    pub(super) number: usize,
}

/// What a message asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    Place {
        tile: String,
        quarters: u8,
        x: i64,
        y: i64,
    },
    Deploy {
        figure: FigureName,
        to: Pointer,
    },
    Return {
        source: String,
        from: Pointer,
    },
    Token {
        token: String,
        to: Option<Pointer>,
    },
    Pass,
    Commit,
    Undo,
    /// Nothing that changes the game.
    Nothing,
    /// The game is over.
    Over,
    /// A message of an expansion, with the figure it moves if it says one.
    Other {
        figure: Option<String>,
    },
}

/// Reads what a message asks for.
pub(super) fn ask(message: &Message) -> Result<Ask, String> {
    let said = &message.payload;
    Ok(match message.kind.as_str() {
        "PLACE_TILE" => {
            let (x, y) = position(said)?;
            Ask::Place { tile: text(said, "tileId")?.to_owned(), quarters: quarters(said)?, x, y }
        }
        "DEPLOY_MEEPLE" => Ask::Deploy { figure: figure(text(said, "meepleId")?)?, to: pointer(said)? },
        "RETURN_MEEPLE" => Ask::Return { source: text(said, "source")?.to_owned(), from: pointer(said)? },
        "PLACE_TOKEN" => Ask::Token { token: text(said, "token")?.to_owned(), to: pointer(said).ok() },
        "PASS" => Ask::Pass,
        "COMMIT" => Ask::Commit,
        "UNDO" => Ask::Undo,
        "TILE_CONFIRM" | "TILE_CONFIRMED" => Ask::Nothing,
        "GAME_OVER" => Ask::Over,
        _ => {
            let id = message.payload.get("figureId").and_then(Value::as_str);
            Ask::Other { figure: id.map(|id| id.split('.').next().unwrap_or(id).to_owned()) }
        }
    })
}

fn text<'v>(said: &'v Value, key: &str) -> Result<&'v str, String> {
    said.get(key).and_then(Value::as_str).ok_or_else(|| format!("`payload.{key}` is expected to be a text"))
}

fn position(said: &Value) -> Result<(i64, i64), String> {
    let cell = said.get("position").and_then(Value::as_array).map(Vec::as_slice);
    match cell {
        Some([x, y]) => x.as_i64().zip(y.as_i64()),
        _ => None,
    }
    .ok_or_else(|| "`position` is expected to be two whole numbers, [x, y]".to_owned())
}

fn quarters(said: &Value) -> Result<u8, String> {
    let degrees = match said.get("rotation") {
        Some(Value::String(text)) => text.strip_prefix('R').and_then(|d| d.parse().ok()),
        Some(value) => value.as_i64(),
        None => Some(0),
    };
    match degrees {
        Some(d @ (0 | 90 | 180 | 270)) => Ok((d / 90) as u8),
        _ => Err("`payload.rotation` is expected to be R0, R90, R180 or R270".to_owned()),
    }
}

fn pointer(said: &Value) -> Result<Pointer, String> {
    let pointer = said.get("pointer").ok_or("`payload.pointer` is expected: where the figure goes or stands")?;
    let (x, y) = position(pointer)?;
    let feature = pointer.get("feature").and_then(Value::as_str).map(str::to_owned);
    Ok(Pointer { x, y, feature, location: text(pointer, "location")?.to_owned() })
}

fn figure(id: &str) -> Result<FigureName, String> {
    let parts: Vec<&str> = id.split('.').collect();
    match parts[..] {
        [seat, kind, number] => seat.parse().ok().zip(number.parse().ok()).map(|(seat, number)| FigureName {
            seat,
            kind: kind.to_owned(),
            number,
        }),
        _ => None,
    }
    .ok_or_else(|| format!("`{id}` is no figure: `player.kind.number` is expected"))
}

/// The messages that count, each with its place in the file: what was taken back is left out.
///
/// # Errors
/// The first message that can't be read, or takes back what can't be taken back.
pub(super) fn asks(messages: &[Message]) -> Result<Vec<(usize, Ask)>, (usize, String)> {
    let mut asks: Vec<(usize, Ask)> = Vec::new();
    for (n, message) in messages.iter().enumerate() {
        match ask(message).map_err(|why| (n, why))? {
            Ask::Undo => match asks.pop() {
                Some((_, Ask::Commit)) | None => {
                    return Err((
                        n,
                        "there is nothing to take back: a choice since the last COMMIT is expected".into(),
                    ));
                }
                Some(_) => {}
            },
            ask => asks.push((n, ask)),
        }
    }
    Ok(asks)
}
