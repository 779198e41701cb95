//! The lab when it is interrupted, and when its report can't be written: what was finished stays.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A run long enough to be interrupted after its first row.
const RUN: [&str; 8] = ["lab", "--use", "city-gates,drawbridges", "--games", "240", "--threads", "1", "--report"];

fn lab(place: &Path, report: &str, further: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatehouse"));
    command.args(RUN).arg(report).args(further).current_dir(place).env_remove("GATEHOUSE_PLUGINS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What it said and complained of, once it has ended so.
fn ended(output: &Output, status: i32) -> String {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn rows(report: &Path) -> usize {
    let all = fs::read_dir(report.join("rows"))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    all.filter(|name| name.starts_with("row-")).count()
}

/// Does something to a run by its id, once a row is finished.
fn after_a_row(mut child: Child, report: &Path, command: &str, arguments: &[&str]) -> Output {
    let begun = Instant::now();
    while rows(report) == 0 && begun.elapsed() < Duration::from_secs(120) && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(10));
    }
    let done = Command::new(command).args(arguments).arg(child.id().to_string()).status().unwrap();
    assert!(done.success(), "the run has ended too early");
    child.wait_with_output().unwrap()
}

#[test]
fn an_interrupted_run_keeps_its_rows_and_goes_on() {
    let place = tempfile::tempdir().unwrap();
    let report = place.path().join("report");
    let text = ended(&after_a_row(lab(place.path(), "report", &[]).spawn().unwrap(), &report, "kill", &["-INT"]), 1);
    assert!(text.contains("the run was interrupted; finished rows are kept"), "{text}");
    let kept = rows(&report);
    let page = |name: &str| fs::read_to_string(report.join(name)).unwrap();
    let planned = serde_json::from_str::<serde_json::Value>(&page("report.json")).unwrap()["planned_rows"].as_u64();
    assert!(0 < kept && (kept as u64) < planned.unwrap(), "{kept} of {planned:?}");
    assert!(page("report.html").contains("</html>") && page("junit.xml").contains("</testsuites>"));

    let text = ended(&lab(place.path(), "report", &[]).output().unwrap(), 2);
    assert!(text.contains("holds the rows of an earlier run") && rows(&report) == kept, "{text}");

    let text = ended(&lab(place.path(), "report", &["--resume"]).output().unwrap(), 0);
    assert!(text.contains(&format!("{kept} rows are taken over from an earlier run")), "{text}");
    assert_eq!(Some(rows(&report) as u64), planned);
}

#[test]
fn a_report_that_can_not_be_written_is_told_before_anything_is_played() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("file"), "").unwrap();
    for report in ["file", "file/report", "/proc/report", "/dev/full"] {
        let text = ended(&lab(place.path(), report, &[]).output().unwrap(), 1);
        let told = text.contains("can't be written") && text.contains("name another directory with `--report`");
        assert!(told && text.lines().filter(|line| line.starts_with("error: ")).count() == 1, "{report}: {text}");
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left behind");
}

/// A disk that becomes full is played by a limit on the size of files.
#[test]
fn on_a_full_disk_finished_rows_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let report = place.path().join("report");
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_gatehouse")]).args(RUN).arg("report");
    shell.current_dir(place.path()).env_remove("GATEHOUSE_PLUGINS");
    let child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text = ended(&after_a_row(child, &report, "prlimit", &["--fsize=1:1", "--pid"]), 1);
    assert!(text.contains("can't be written") && text.contains("go on with `--resume`"), "{text}");
    let kept = rows(&report);
    assert!(kept > 0 && !report.join("report.html").exists());
    let text = ended(&lab(place.path(), "report", &["--resume"]).output().unwrap(), 0);
    assert!(text.contains(&format!("{kept} rows are taken over")), "{text}");
    assert!(rows(&report) > kept && report.join("report.html").is_file());
}

#[test]
fn standard_output_that_is_full_is_a_failure() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut plan = Command::new(env!("CARGO_BIN_EXE_gatehouse"));
    let output = plan.args(["plan", "--use", ""]).env_remove("GATEHOUSE_PLUGINS").stdout(full).output().unwrap();
    assert!(ended(&output, 1).contains("standard output can't be written"));
}
