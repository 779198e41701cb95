// Copy buttons and the filter of rules. All else works without scripts.
"use strict";

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const code = button.parentElement.querySelector("code");
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
    const select = () => {
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    };
    if (navigator.clipboard) {
      navigator.clipboard.writeText(code.textContent).then(done, select);
    } else {
      select();
    }
  });
}

const filter = document.getElementById("filter");
const uncovered = document.getElementById("uncovered");

function sieve() {
  const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word);
  const active = words.length > 0 || uncovered.checked;
  let shown = 0;
  for (const group of document.querySelectorAll(".of-plugin")) {
    let own = 0;
    for (const row of group.querySelectorAll("tr.rule")) {
      const text = (row.textContent + " " + row.dataset.plugin).toLowerCase();
      const fits = words.every((word) => text.includes(word))
        && !(uncovered.checked && row.dataset.state === "covered");
      row.hidden = !fits;
      own += fits ? 1 : 0;
    }
    group.hidden = own === 0;
    group.open = active && own > 0;
    shown += own;
  }
  document.getElementById("matches").textContent = active ? shown + (shown === 1 ? " rule" : " rules") : "";
}

filter.addEventListener("input", sieve);
uncovered.addEventListener("change", sieve);

// Whoever follows a cell reads on behind it, and Escape leads back to the cell; a finding that is followed opens.
function read() {
  const panel = location.hash && document.getElementById(location.hash.slice(1));
  if (panel && panel.tagName === "DETAILS") {
    panel.open = true;
    panel.scrollIntoView();
  }
  for (const cell of document.querySelectorAll(".cell[aria-current]")) {
    cell.removeAttribute("aria-current");
  }
  if (panel && panel.classList.contains("panel")) {
    panel.focus({ preventScroll: true });
    const cell = document.querySelector('.cell[href="' + location.hash + '"]');
    if (cell) { cell.setAttribute("aria-current", "true"); }
  }
}
addEventListener("hashchange", read);
read();
addEventListener("keydown", (event) => {
  const cell = document.querySelector(".cell[aria-current]");
  if (event.key === "Escape" && cell) {
    location.hash = "#pairs";
    cell.focus();
  }
});
