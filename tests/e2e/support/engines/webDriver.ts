/** A session of a W3C WebDriver server, as https://www.w3.org/TR/webdriver2/ describes it. */
export interface Session {
  get<Value>(command: string): Promise<Value>;
  post<Value>(command: string, parameters?: object): Promise<Value>;
  end(): Promise<void>;
}

export async function startSession(server: string): Promise<Session> {
  const { sessionId } = await send<{ sessionId: string }>("POST", `${server}/session`, { capabilities: {} });
  const address = `${server}/session/${sessionId}`;
  return {
    get: (command) => send("GET", `${address}/${command}`),
    post: (command, parameters = {}) => send("POST", `${address}/${command}`, parameters),
    end: () => send("DELETE", address),
  };
}

async function send<Value>(method: string, url: string, parameters?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(parameters && { body: JSON.stringify(parameters) }) });
  const { value } = (await response.json()) as { value: Value & { error: string; message: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}, ${value.message}`);
  return value;
}
