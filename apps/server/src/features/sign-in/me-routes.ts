import { contract, type Me, type MemberSession, type RoleName } from '@field-inspection/contract';
import type { LocaleCode } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { clearCookie, setCookie } from '../../http/callers/cookies.ts';
import { noContent, ok } from '../../http/reply.ts';
import type { Caller } from '../../http/request-state.ts';
import { implement, type Exchange } from '../../http/routes/implement-routes.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { AtProvider } from './exports/at-provider.ts';
import { endMemberSession, listMemberSessions, viewSession } from './member-sessions.ts';
import { beginPasskeyStepUp, judgePasskeyStepUp } from './passkeys/step-up-by-passkey.ts';
import { judgeStepUp, requestStepUp, stepUp } from './step-up.ts';

export const meRoutes = (context: Context, atProvider: Omit<AtProvider, 'begin'>) =>
  implement(contract.me, {
    get: ({ caller }) => describeCaller(context, caller),
    listOwnSessions: ({ caller, query }) =>
      listMemberSessions(context, { caller, memberId: caller.memberId!, query }),
    endOwnSession: {
      endsRight: true,
      run: (tx, { caller, params }) =>
        endMemberSession(context, tx, { ...own(caller), sessionId: params.member_session_id }),
    },
    signOut: {
      reply: async ({ req, res, caller }) => {
        const run = async (tx: Tx, provider_url: string | null) => {
          await endMemberSession(context, tx, { ...own(caller), sessionId: caller.credentialId });
          return ok({ provider_url });
        };
        const before = () => atProvider.findEnd(caller);
        const reply = await writeOnce(context, { req }, { endsRight: true, before, run });
        clearCookie(context.config, res, 'session');
        return reply;
      },
    },
    requestStepUp: (tx, { caller }) => requestStepUp(context, tx, caller),
    stepUpAtProvider: {
      reply: async ({ req, res, body, caller }) => {
        let secret: string | undefined;
        const run = async (tx: Tx) => {
          secret = await atProvider.beginStepUp(tx, { caller, returnPath: body?.return_path });
          return ok({ url: atProvider.beginPage() });
        };
        const reply = await writeOnce(context, { req, body }, { run });
        if (secret !== undefined) setCookie(context.config, res, { name: 'sign_in', value: secret });
        return reply;
      },
    },
    stepUp: {
      reply: (given) =>
        renewCookie(context, given, async () => {
          const { caller, body } = given;
          const { attemptId } = await judgeStepUp(context, { caller, code: body.code });
          return { way: 'code' as const, attemptId };
        }),
    },
    beginPasskeyStepUp: (tx, { caller }) => beginPasskeyStepUp(context, tx, caller),
    stepUpByPasskey: {
      reply: (given) =>
        renewCookie(context, given, async () => {
          await judgePasskeyStepUp(context, { caller: given.caller, shown: given.body });
          return { way: 'passkey' as const };
        }),
    },
  });

/** Judges a proof, steps the session up by it, and sets its new cookie. A repeated call gets none. */
const renewCookie = async (
  context: Context,
  { req, res, body, caller }: Exchange & { body: unknown; caller: Caller },
  judge: () => Promise<Parameters<typeof stepUp>[2]['proof']>,
) => {
  let token = '';
  const run = async (tx: Tx, proof: Awaited<ReturnType<typeof judge>>) => {
    token = await stepUp(context, tx, { caller, proof });
    return noContent();
  };
  const reply = await writeOnce(context, { req, body }, { endsRight: true, before: judge, run });
  if (token !== '') setCookie(context.config, res, { name: 'session', value: token });
  return reply;
};

export const memberSessionRoutes = (context: Context) =>
  implement(contract.memberSessions, {
    list: ({ caller, params, query }) =>
      listMemberSessions(context, { caller, memberId: params.member_id, query }),
    end: {
      endsRight: true,
      run: (tx, { caller, params }) =>
        endMemberSession(context, tx, {
          caller,
          memberId: params.member_id,
          sessionId: params.member_session_id,
        }),
    },
  });

const own = (caller: Caller) => ({ caller, memberId: caller.memberId! });

const describeCaller = async ({ database }: Pick<Context, 'database'>, caller: Caller): Promise<Me> => {
  const { organisationId, credentialId, memberId } = caller;
  const { organisation, member, ...credential } = await database.prisma.credential.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: credentialId } },
    include: { organisation: { select: { name: true } }, member: true },
  });
  return {
    organisation: organisationId,
    organisation_name: organisation.name,
    credential: credentialId,
    member: memberId,
    email: member?.email ?? null,
    name: member?.name ?? null,
    role: (member?.role ?? null) as RoleName | null,
    locale: (member?.locale ?? null) as LocaleCode | null,
    scopes: caller.scopes,
    session: credential.kind === 'session' ? (viewSession(credential, caller) satisfies MemberSession) : null,
  };
};
