import '@field-inspection/ui/ui.css';
import '../pages.css';
import '../sign/sign.css';
import { signal } from '@preact/signals';
import type { AcceptedInvitation, AcceptInvitationBody, ErrorCode } from '@field-inspection/contract';
import { Button, Heading, isBusy, type Reply } from '@field-inspection/ui';
import { useRef } from 'preact/hooks';
import type { z } from 'zod';
import { fillText, readPage, showPage } from '../page.ts';
import { postOnce } from '../post-once.ts';
import type en from './catalogues/en.json';

type InvitationKey = keyof typeof en;

const { texts } = readPage<{ texts: Record<InvitationKey, string> }>();

// The token leaves the address at once, and with it the history and any copy.
const token = location.hash.slice(1);
const isWhole = /^[\w-]{43}$/.test(token);
history.replaceState(null, '', location.pathname);

const error = signal('');
const joined = signal<string | undefined>(undefined);

const ERRORS: Partial<Record<ErrorCode, InvitationKey>> = {
  'invitation.wrong_address': 'error.wrong_address',
  validation_error: 'error.wrong_address',
  link_expired: 'error.link_expired',
  rate_limited: 'error.rate_limited',
};

const explain = (reply: Exclude<Reply<unknown>, { isOk: true }>): string => {
  if (!reply) return texts['error.network'];
  const { code } = reply.problem;
  return texts[(code && ERRORS[code]) ?? 'error.unexpected'];
};

const accept = async (email: string): Promise<void> => {
  if (isBusy.value) return;
  error.value = '';
  isBusy.value = true;
  const body: z.input<typeof AcceptInvitationBody> = { token, email };
  const reply = await postOnce<z.output<typeof AcceptedInvitation>>('v1/org/invitations/accept', { body });
  isBusy.value = false;
  if (reply?.isOk) joined.value = reply.body.organisation_name;
  else error.value = explain(reply);
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
    </>
  );
};

const sayStatus = (): string => {
  if (joined.value !== undefined) return fillText(texts['joined.body'], { organisation: joined.value });
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
        void accept(field.current!.value.trim());
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
      <Button>{texts.button}</Button>
    </form>
  );
};

showPage(<InvitationPage />);
