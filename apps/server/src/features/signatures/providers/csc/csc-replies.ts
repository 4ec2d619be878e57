import { z } from 'zod';

// CSC API v2, chapter 11; unused fields are neither required nor read.

const text = z.string().min(1).max(8_192);
const base64 = z
  .string()
  .max(65_536)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
  .transform((encoded) => new Uint8Array(Buffer.from(encoded, 'base64')));

/** Section 11.1, info. */
export const CscInfo = z.object({
  authType: z.array(z.string()),
  oauth2: z.url({ protocol: /^https?$/ }),
});

/** Section 8.4.4, oauth2/token. */
export const CscToken = z.object({
  access_token: text,
  expires_in: z.number().int().positive().max(31_536_000).default(3_600),
});

/** Section 11.4, credentials/list. */
export const CscCredentials = z.object({ credentialIDs: z.array(text).max(1_000) });

/** Section 11.5, credentials/info. */
export const CscCredential = z.object({
  key: z.object({ status: z.string(), algo: z.array(z.string()) }),
  cert: z.object({ status: z.string().optional(), certificates: z.array(base64).min(1).max(10) }),
  auth: z.object({ mode: z.string() }),
});
export type CscCredential = z.output<typeof CscCredential>;

/** Section 11.6, credentials/authorize. */
export const CscLeave = z.object({
  SAD: text,
  expiresIn: z.number().int().positive().max(31_536_000).default(3_600),
});

/** Section 11.10, signatures/signHash: one digest, one signature. */
export const CscSignatures = z.object({ signatures: z.tuple([base64]) });

/** Section 10.1: an error's word, which is from a list; its description may be anything. */
export const CscFailure = z.object({ error: z.string().regex(/^\w{1,64}$/) });
