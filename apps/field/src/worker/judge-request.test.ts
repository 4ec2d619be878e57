import { describe, expect, it } from 'vitest';
import { isAsset, isPage, isPageName } from './judge-request.ts';

const SCOPE = 'https://host.example/service/join/';
const ask = (url: string, method = 'GET') =>
  isAsset({ method, mode: 'cors', url: new URL(url, SCOPE).href }, SCOPE);

describe('what the service worker answers', () => {
  it('is the files of the application, the logo and the icon', () => {
    const files = ['assets/main-x.js', '../branding/id/hash.png', '../favicon.svg'];
    expect(files.filter((url) => ask(url))).toEqual(files);
  });

  it('is nothing of the API, of another place or of another host, and nothing that is sent', () => {
    const others = ['../v1/field/session', '../v1/field/uploads', '../docs', '/join/assets/x.js'];
    expect([...others, 'https://evil.example/service/join/assets/x.js'].filter((url) => ask(url))).toEqual(
      [],
    );
    expect(ask('assets/main-x.js', 'POST')).toBe(false);
  });

  it('is a page only where somebody goes to it', () => {
    const url = `${SCOPE}019a`;
    expect(isPage({ method: 'GET', mode: 'navigate', url })).toBe(true);
    expect(isPage({ method: 'GET', mode: 'cors', url })).toBe(false);
    expect(isPage({ method: 'POST', mode: 'navigate', url })).toBe(false);
    const kept = [url, `${SCOPE}assets/main-x.js`, 'https://host.example/service/favicon.svg'];
    expect(kept.filter((name) => isPageName(name, SCOPE))).toEqual([url]);
  });
});
