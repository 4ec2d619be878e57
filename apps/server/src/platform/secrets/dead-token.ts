/** How long a token that lets in nowhere any more is still known for what it was. */
export const DEAD_TOKEN_KEPT_MS = 30 * 86_400_000;
