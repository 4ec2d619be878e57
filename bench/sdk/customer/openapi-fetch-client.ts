import createClient from 'openapi-fetch';

/** The least that openapi-typescript can be given: a single route. */
interface Paths {
  '/api/v1/public/sessions': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: {
      parameters: {
        query?: { limit?: number; cursor?: string };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': { data: { id: string }[]; has_more: boolean; next_cursor: string | null };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}

export function createReader(baseUrl: string) {
  const client = createClient<Paths>({ baseUrl, headers: { authorization: 'Bearer fis_key' } });
  return async () => {
    const { data } = await client.GET('/api/v1/public/sessions', { params: { query: { limit: 10 } } });
    return data?.data[0]?.id;
  };
}
