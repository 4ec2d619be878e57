export type Outcome = {
  status: number;
  code: string | undefined;
  contentType: string;
  retryAfter: string | null;
  id: string | undefined;
  ms: number;
};

export type Caller = { baseUrl: string; apiKey: string };

/** The reference finds the session whatever becomes of the reply. */
export const postSession = async (
  { baseUrl, apiKey }: Caller,
  { reference, key }: { reference: string; key?: string },
): Promise<Outcome> => {
  const begun = performance.now();
  const response = await fetch(`${baseUrl}/api/v1/public/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify({ reference }),
  });
  const { id, code } = (await response.json()) as { id?: string; code?: string };
  return {
    status: response.status,
    code,
    contentType: response.headers.get('content-type') ?? '',
    retryAfter: response.headers.get('retry-after'),
    id,
    ms: performance.now() - begun,
  };
};
