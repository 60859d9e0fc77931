import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createTokenSigner, type TokenKind } from "../../../packages/local/src/identity/tokens.ts";

const KINDS: TokenKind[] = ["id", "refresh", "credential"];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a token tells who it was signed for until its hour is over, to the second", () => {
  let now = 1_800_000_000_999;
  const signer = createTokenSigner("secret", () => now);
  const token = signer.sign("id", { sub: "ann", name: "Ann" });
  expect(signer.verify("id", token)).toEqual({
    sub: "ann",
    name: "Ann",
    iat: 1_800_000_000,
    exp: 1_800_003_600,
  });
  now = 1_800_003_599_999;
  expect(signer.verify("id", token)).toBeTypeOf("object");
  now = 1_800_003_600_000;
  expect(signer.verify("id", token)).toBe("expired");
});

test("a token without an end stays valid", () => {
  let now = 0;
  const signer = createTokenSigner("secret", () => now);
  const token = signer.sign("refresh", { sub: "ann" });
  now = 1e15;
  expect(signer.verify("refresh", token)).toEqual({ sub: "ann", iat: 0 });
});

test("one kind never passes for another", () => {
  const signer = createTokenSigner("secret", Date.now);
  for (const signed of KINDS) {
    for (const asked of KINDS) {
      const verified = signer.verify(asked, signer.sign(signed, { sub: "ann" }));
      expect([signed, asked, verified === "invalid"]).toEqual([signed, asked, signed !== asked]);
    }
  }
});

test("a token of another secret is invalid", () => {
  const token = createTokenSigner("one", Date.now).sign("id", { sub: "ann" });
  expect(createTokenSigner("two", Date.now).verify("id", token)).toBe("invalid");
});

test("a token with any one character changed, removed or added is invalid", () => {
  const signer = createTokenSigner("secret", Date.now);
  const token = signer.sign("id", { sub: "ann" });
  for (let at = 0; at < token.length; at++) {
    for (const other of ["A", "B", "-", "_", ".", "=", "é", ""]) {
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      if (changed !== token) expect(signer.verify("id", changed)).toBe("invalid");
    }
    expect(signer.verify("id", `${token.slice(0, at)}A${token.slice(at)}`)).toBe("invalid");
  }
});

test("the header decides nothing: other algorithms and none are invalid", () => {
  const signer = createTokenSigner("secret", Date.now);
  const payload = encode({ sub: "ann", iat: 0, exp: 9_999_999_999 });
  for (const alg of ["none", "None", "HS512", "RS256"]) {
    const head = `${encode({ alg, typ: "JWT" })}.${payload}`;
    const signature = createHmac("sha256", "secret").update(head).digest("base64url");
    for (const token of [`${head}.`, head, `${head}.${signature}`]) {
      expect(signer.verify("id", token)).toBe("invalid");
    }
  }
});

test.each(["", ".", "..", "...", "a.b.c", "🎯.🎯.🎯", " "])("'%s' is no token", (text) => {
  expect(createTokenSigner("secret", Date.now).verify("id", text)).toBe("invalid");
});
