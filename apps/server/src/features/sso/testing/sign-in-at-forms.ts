import { Agent, fetch } from 'undici';

export type Form = { action: string; fields: Record<string, string> };

/** A browser that keeps the cookies of a provider, fills in its forms, and stops at the form that leaves it. */
export const openFormBrowser = (ca: string) => {
  const dispatcher = new Agent({ connect: { ca } });
  const cookies = new Map<string, string>();

  const ask = async (url: URL, fields?: Record<string, string>): Promise<{ url: URL; page: string }> => {
    const answer = await fetch(url, {
      dispatcher,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=', 2);
      cookies.set(name, value);
    }
    const page = await answer.text();
    const to = answer.headers.get('location');
    return to === null ? { url, page } : ask(new URL(to, url));
  };

  return {
    /** Signs in at the first form, if the provider shows one that asks for a name, and gives what it posts elsewhere. */
    signIn: async (from: string, person: { username: string; password: string }): Promise<Form> => {
      let { url, page } = await ask(new URL(from));
      for (let count = 0; count < 3; count++) {
        const form = readForm(page, url);
        if (new URL(form.action).origin !== url.origin) return form;
        ({ url, page } = await ask(new URL(form.action), { ...form.fields, ...person }));
      }
      throw new Error(`The provider signs nobody in: ${page.slice(0, 2_000)}`);
    },
    close: () => dispatcher.close(),
  };
};

const readForm = (page: string, base: URL): Form => {
  const [, head = '', inside = ''] = /<form([^>]*)>([^]*?)<\/form>/.exec(page) ?? [];
  const fields = [...inside.matchAll(/<input[^>]*>/g)].map(([input]) => [
    readAttribute(input, 'name'),
    readAttribute(input, 'value'),
  ]);
  if (head === '') throw new Error(`The provider shows no form: ${page.slice(0, 2_000)}`);
  return {
    action: new URL(readAttribute(head, 'action').replace(/^\?/, `${base.pathname}?`), base).href,
    fields: Object.fromEntries(fields.filter(([name]) => name !== '')) as Record<string, string>,
  };
};

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#039': "'" };

const readAttribute = (tag: string, name: string): string =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replace(
    /&(#?\w+);/g,
    (whole, entity: string) => ENTITIES[entity] ?? whole,
  );
