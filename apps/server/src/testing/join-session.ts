import type { Problem } from '@field-inspection/contract';
import type { FieldInspection } from '@field-inspection/sdk';
import { joinByLink } from './join-by-link.ts';
import { mintInviteFor } from './mint-invite-for.ts';

export type FieldReply = { status: number; body: Record<string, unknown> & Problem; headers: Headers };

/** The device of a field person who has joined, with a call for the routes below /v1/field. */
export type JoinedDevice = {
  sessionId: string;
  participantId: string;
  token: string;
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<FieldReply>;
  /** The bytes go as they are. */
  send: (path: string, bytes: Uint8Array, headers: Record<string, string>) => Promise<FieldReply>;
  rejoin: () => Promise<JoinedDevice>;
};

/** Gives a new session that a field person has joined by its link. */
export const joinSession = async (server: {
  client: FieldInspection;
  baseUrl: string;
}): Promise<JoinedDevice> => {
  const { session, invite } = await mintInviteFor(server, {});
  const join = async (): Promise<JoinedDevice> => {
    const { body } = await joinByLink(invite.join_url);
    return openDevice(server.baseUrl, {
      sessionId: session.id,
      participantId: invite.id,
      token: body.field_session_token,
      rejoin: join,
    });
  };
  return join();
};

/** Opens the device of somebody who has joined, by their token. */
export const openDevice = <Device extends { token: string }>(
  baseUrl: string,
  device: Device,
): Device & Pick<JoinedDevice, 'call' | 'send'> => {
  const request = async (path: string, init: RequestInit): Promise<FieldReply> => {
    const headers = { authorization: `Bearer ${device.token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${baseUrl}/v1/field${path}`, { ...init, headers });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as FieldReply['body'];
    return { status: response.status, body, headers: response.headers };
  };
  return {
    ...device,
    call: (method, path, body, headers = {}) =>
      request(path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    send: (path, bytes, headers) => request(path, { method: 'POST', headers, body: Buffer.from(bytes) }),
  };
};
