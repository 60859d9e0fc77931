/**
 * Google's part of the popup flow, which tests cannot reach: `gapi.iframes`, which carries messages between the page
 * and a hidden frame, and the two pages below `/__/auth/` on every Firebase project's host.
 */
export const GAPI = `(() => {
  const CROSS_ORIGIN_IFRAMES_FILTER = {};
  const open = ({ where, url }, opened) => {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.src = url;
    const handlers = new Map();
    const ready = new Promise((resolve) => handlers.set("ready", resolve));
    addEventListener("message", ({ source, origin, data }) => {
      if (source === frame.contentWindow && origin === new URL(url).origin) handlers.get(data.kind)?.(data.content);
    });
    where.append(frame);
    return opened({
      restyle: async () => {},
      ping: (done) => ready.then(done),
      register: (kind, handler) => handlers.set(kind, handler),
      send(kind, _content, answered) {
        // The SDK's own callback throws after it has read the answer.
        try { answered([{ [kind]: true }]); } catch {}
      },
    });
  };
  const iframes = { CROSS_ORIGIN_IFRAMES_FILTER, getContext: () => ({ open }) };
  window.gapi = {
    load(_name, { callback }) {
      window.gapi.iframes = { ...iframes, Iframe: open };
      callback();
    },
  };
  window[new URL(document.currentScript.src).searchParams.get("onload")]();
})();`;

/** The hidden frame, which forwards the popup's messages. */
export const FRAME_PAGE = `<!doctype html><title>frame</title><script>
new BroadcastChannel("popup").onmessage = ({ data }) =>
  parent.postMessage({ kind: "authEvent", content: { type: "authEvent", authEvent: data } }, location.origin);
parent.postMessage({ kind: "ready" }, location.origin);
</script>`;

/** The popup: a button for each person, and one that refuses. `tokens`: person → Google's ID token. */
export function popupPage(tokens: Readonly<Record<string, string>>): string {
  const buttons = Object.entries(tokens).map(([name, token]) => `<button value="${token}">${name}</button>`);
  return `<!doctype html><title>Sign in</title>${buttons.join("")}<button>Refuse</button><script>
const query = new URLSearchParams(location.search);
const answer = (token) => {
  const response = new URL(location.pathname, location.origin);
  response.search = new URLSearchParams({ state: query.get("eventId"), id_token: token });
  return { urlResponse: response.href, sessionId: "session-of-" + query.get("eventId") };
};
const refusal = { error: { code: "auth/user-cancelled", message: "refused" } };
document.addEventListener("click", ({ target: { value } }) => {
  const event = { type: query.get("authType"), eventId: query.get("eventId"), postBody: null, tenantId: null };
  new BroadcastChannel("popup").postMessage({ ...event, ...(value ? answer(value) : refusal) });
});
</script>`;
}
