import { FROM_OWN_PAGE } from './sign-in.ts';
import type { TestServer } from './start-test-server.ts';

export type Browser = ReturnType<typeof openBrowser>;

/** A browser that keeps the cookies of the service, and stops at each redirect. */
export const openBrowser = (
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  cookies: Record<string, string> = {},
) => {
  const jar = new Map(Object.entries(cookies));
  const ask = async (url: string, init: RequestInit = {}, withCookies = true) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(url, baseUrl), {
      redirect: 'manual',
      ...init,
      headers: {
        ...FROM_OWN_PAGE,
        ...(withCookies && cookie !== '' ? { cookie } : {}),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (line.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      to: response.headers.get('location') ?? '',
      text,
      headers: response.headers,
    };
  };
  return {
    jar,
    /** Follows a link, or a redirect of another site: with the cookies that are Lax. */
    open: (url: string) => ask(url),
    /** A page of the service calls the API. */
    call: (route: string, body?: object) => {
      const [method = '', path = ''] = route.split(' ');
      return ask(`/v1${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
    },
    /** The page to which a tile of a provider leads is tapped: gives where it goes on. */
    tap: async (connectionId: string): Promise<string> => {
      const { text } = await ask(`/sso/${connectionId}/begin`, { method: 'POST' });
      return (JSON.parse(text) as { url: string }).url;
    },
    /** A page of another site posts a form: no cookie comes with it. */
    postForm: (url: string, form: Record<string, string>) =>
      ask(
        url,
        {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { 'sec-fetch-site': 'cross-site' },
        },
        false,
      ),
    isSignedIn: () => jar.has('__Host-fis_session') || jar.has('fis_session'),
  };
};
