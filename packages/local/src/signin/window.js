// Runs before the window shows anything, so that no click is missed.

const part = (selector) => document.querySelector(selector);
const NO_OPENER = "Open dailyleet and press 'Sign in with Google' there.";

async function ask(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Signin-Token": part("[name=signin-token]").content },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer.credential;
}

function handOver(credential) {
  if (!window.opener) {
    part("#status").textContent = NO_OPENER;
    return;
  }
  window.opener.postMessage({ type: "dailyleet:signin", credential }, location.origin);
  window.close();
}

function problemText(error) {
  const isNetwork = error instanceof TypeError || error instanceof SyntaxError;
  return isNetwork ? "The local server isn't answering; start it again with 'dailyleet serve'." : error.message;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-uid]");
  if (!button) return;
  const status = part("#status");
  status.textContent = "";
  try {
    handOver(await ask("/signin/continue", { uid: button.dataset.uid }));
  } catch (error) {
    status.textContent = problemText(error);
  }
});

function showFieldProblem(text) {
  const field = part("#name");
  part("#problem").textContent = text;
  if (text === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}

document.addEventListener("input", ({ target: { value, dataset } }) => {
  const isLong = [...value.trim()].length > Number(dataset.longest);
  showFieldProblem(isLong ? `A profile name has at most ${dataset.longest} characters.` : "");
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = part("#name");
  showFieldProblem("");
  try {
    handOver(await ask("/signin/profiles", { name: field.value }));
  } catch (error) {
    showFieldProblem(problemText(error));
    field.focus();
  }
});

document.addEventListener("DOMContentLoaded", () => {
  if (!window.opener) part("#status").textContent = NO_OPENER;
});
