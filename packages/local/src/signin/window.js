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

function showProblem(place, error) {
  const isNetwork = error instanceof TypeError || error instanceof SyntaxError;
  place.textContent = isNetwork
    ? "The local server isn't answering; start it again with 'dailyleet serve'."
    : error.message;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-uid]");
  if (!button) return;
  const status = part("#status");
  status.textContent = "";
  try {
    handOver(await ask("/signin/continue", { uid: button.dataset.uid }));
  } catch (error) {
    showProblem(status, error);
  }
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = part("#name");
  const problem = part("#problem");
  problem.textContent = "";
  field.removeAttribute("aria-invalid");
  try {
    handOver(await ask("/signin/profiles", { name: field.value }));
  } catch (error) {
    showProblem(problem, error);
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
});

document.addEventListener("DOMContentLoaded", () => {
  if (!window.opener) part("#status").textContent = NO_OPENER;
});
