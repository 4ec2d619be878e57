import type {
  CreatePasskeyBody,
  Me,
  MemberSession,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  SignInResult,
  SsoTest,
  UsePasskeyBody,
} from '@field-inspection/contract';
import { callService, type Reply } from '@field-inspection/ui';
import { writeOnce } from '../write-once.ts';

export type Organisations = SignInResult['organisations'];

/** The most that a call gives. A session ends within a day, so nobody who signs in by hand has more. */
const MOST_LISTED = 100;

const get = <Body>(path: string): Promise<Reply<Body>> =>
  callService(`v1/${path}`, { credentials: 'same-origin' });

const write = <Body>(
  path: string,
  more: { method?: 'DELETE' | 'PATCH'; body?: object } = {},
): Promise<Reply<Body>> => writeOnce(`v1/${path}`, { withCookies: true, ...more });

export const begin = (email: string) => write('sign-in', { body: { email } });
export const beginAtProvider = (email: string, path: string) =>
  write<{ url: string }>('sign-in/provider', { body: { email, return_path: path } });
export const beginAtConnection = (id: string) =>
  writeOnce<{ url: string }>(`sso/${id}/begin`, { withCookies: true });
export const redeem = (code: string) => write<SignInResult>('sign-in/code', { body: { code } });
export const choose = (organisation: string) => write('sign-in/organisation', { body: { organisation } });
export const followLink = (token: string) => write('sign-in/link', { body: { token } });

export const getMe = () => get<Me>('me');
export const listSessions = () => get<{ data: MemberSession[] }>(`me/sessions?limit=${MOST_LISTED}`);
export const endSession = (id: string) => write(`me/sessions/${id}`, { method: 'DELETE' });
export const signOut = () => write<{ provider_url: string | null }>('me/sign-out');
export const beginTest = () => write<{ url: string }>('org/sso/test');
export const getTest = () => get<SsoTest>('org/sso/test');
export const requestStepUp = () => write('me/step-up/code');
export const stepUpAtProvider = (path?: string) =>
  write<{ url: string }>('me/step-up/provider', { body: path ? { return_path: path } : {} });
export const stepUp = (code: string) => write('me/step-up', { body: { code } });

export const beginByPasskey = () => write<PasskeyRequest>('sign-in/passkey/begin');
export const redeemPasskey = (body: UsePasskeyBody) => write('sign-in/passkey/finish', { body });
export const beginPasskeyStepUp = () => write<PasskeyRequest>('me/step-up/passkey/begin');
export const stepUpByPasskey = (body: UsePasskeyBody) => write('me/step-up/passkey', { body });

export const listPasskeys = () => get<{ data: Passkey[] }>(`me/passkeys?limit=${MOST_LISTED}`);
export const beginPasskey = () => write<PasskeyCreation>('me/passkey/begin');
export const addPasskey = (body: CreatePasskeyBody) => write<Passkey>('me/passkeys', { body });
export const renamePasskey = (id: string, name: string) =>
  write(`me/passkeys/${id}`, { method: 'PATCH', body: { name } });
export const removePasskey = (id: string) => write(`me/passkeys/${id}`, { method: 'DELETE' });
