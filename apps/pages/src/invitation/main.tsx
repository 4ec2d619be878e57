import '@field-inspection/ui/ui.css';
import '../pages.css';
import '../sign/sign.css';
import { signal } from '@preact/signals';
import type { AcceptedInvitation, AcceptInvitationBody, ErrorCode } from '@field-inspection/contract';
import { Button, callService, Heading, isBusy, type Reply } from '@field-inspection/ui';
import { useRef } from 'preact/hooks';
import type { z } from 'zod';
import { fillText, readPage, showPage } from '../page.ts';
import { writeOnce } from '../write-once.ts';
import type en from './catalogues/en.json';

type InvitationKey = keyof typeof en;

/** `signInUrl` leads to the service's own page; that of an organisation's domain leads to another host. */
const { texts, signInUrl } = readPage<{ texts: Record<InvitationKey, string>; signInUrl: string }>();

// The token leaves the address at once, and with it the history and any copy.
const token = location.hash.slice(1);
const isWhole = /^[\w-]{43}$/.test(token);
history.replaceState(null, '', location.pathname);

const error = signal('');
const isOver = signal(false);
/** A used link leads on: its person is a member by now. */
const isUsed = signal(false);
const joined = signal<{ organisation: string; isSignedIn: boolean } | undefined>(undefined);

const ERRORS: Partial<Record<ErrorCode, InvitationKey>> = {
  'invitation.wrong_address': 'error.wrong_address',
  validation_error: 'error.wrong_address',
  link_expired: 'error.link_expired',
  rate_limited: 'error.rate_limited',
};

const explain = (reply: Exclude<Reply<unknown>, { isOk: true }>): string => {
  if (!reply) return texts['error.network'];
  const { code, invitation_status: status } = reply.problem;
  if (status === 'used') return texts['error.used'];
  return texts[(code && ERRORS[code]) ?? 'error.unexpected'];
};

const accept = async (email: string): Promise<void> => {
  if (isBusy.value) return;
  error.value = '';
  isBusy.value = true;
  const body: z.input<typeof AcceptInvitationBody> = { token, email };
  const reply = await writeOnce<z.output<typeof AcceptedInvitation>>('v1/org/invitations/accept', {
    body,
    withCookies: true,
  });
  if (reply?.isOk) {
    joined.value = { organisation: reply.body.organisation_name, isSignedIn: await askWhetherSignedIn() };
  } else {
    error.value = explain(reply);
    isOver.value = reply?.problem.code === 'link_expired';
    isUsed.value = reply?.problem.invitation_status === 'used';
  }
  isBusy.value = false;
};

// A repeated call gets the first one's answer, whose cookie may have been lost with it; a domain has no sessions.
const askWhetherSignedIn = async (): Promise<boolean> => {
  const reply = await callService('v1/me', { credentials: 'same-origin' });
  return reply?.isOk === true;
};

/** Nothing happens before a tap, since link scanners open the page. */
const InvitationPage = () => {
  const isIn = joined.value !== undefined;
  return (
    <>
      {isIn ? <Heading>{texts['joined.heading']}</Heading> : <h1 class="heading">{texts.heading}</h1>}
      {!isIn && isWhole && <Form />}
      <p class="status" role="status">
        {sayStatus()}
      </p>
      {(isIn || isUsed.value) && (
        <p class="text way">
          <a class="button" href={signInUrl}>
            {texts[joined.value?.isSignedIn ? 'joined.continue' : 'joined.sign_in']}
          </a>
        </p>
      )}
    </>
  );
};

const sayStatus = (): string => {
  if (joined.value) {
    const { isSignedIn, organisation } = joined.value;
    return fillText(texts[isSignedIn ? 'joined.signed_in' : 'joined.body'], { organisation });
  }
  if (!isWhole) return texts['error.unknown'];
  return isBusy.value ? texts.working : '';
};

const Form = () => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const email = field.current!.value.trim();
        if (email !== '') return void accept(email);
        error.value = texts['error.empty'];
        field.current!.focus();
      }}
    >
      <p id="intro" class="text">
        {texts.intro}
      </p>
      <label class="label" for="email">
        {texts['email.label']}
      </label>
      <input
        id="email"
        ref={field}
        class="input email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        aria-required="true"
        aria-describedby="error intro"
      />
      <p id="error" class="error" role="alert">
        {error}
      </p>
      {!isOver.value && <Button>{texts.button}</Button>}
    </form>
  );
};

showPage(<InvitationPage />);
