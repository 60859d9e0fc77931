import { generateKeyPairSync, type JsonWebKey, randomUUID, sign, verify } from "node:crypto";

/** The RSA key of an identity provider. */
export interface SigningKey {
  readonly privateJwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
  sign(claims: object): string;
  /** The claims of a token that this key has signed, else null. */
  verify(token: string): Record<string, unknown> | null;
}

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const use = { kid, use: "sig", alg: "RS256" };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    privateJwk: { ...privateKey.export({ format: "jwk" }), ...use },
    publicJwk: { ...publicKey.export({ format: "jwk" }), ...use },
    sign(claims) {
      const signed = `${encode({ alg: "RS256", typ: "JWT", kid })}.${encode(claims)}`;
      return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), privateKey).toString("base64url")}`;
    },
    verify(token) {
      const [header = "", payload = "", signature = ""] = token.split(".");
      const isOwn = verify(
        "RSA-SHA256",
        Buffer.from(`${header}.${payload}`),
        publicKey,
        Buffer.from(signature, "base64url"),
      );
      return isOwn ? JSON.parse(Buffer.from(payload, "base64url").toString()) : null;
    },
  };
}
