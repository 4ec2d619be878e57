import { LOCALES, PLANS, SUBSCRIPTION_STATUSES, UpdateOrganisationBody } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { setSubscription } from '../features/billing/change-subscription.ts';
import {
  createOrganisation,
  listOrganisations,
  updateOrganisation,
} from '../features/organisations/operate-organisations.ts';
import { GIVEN_UP_WORK } from '../given-up-work.ts';
import { listGivenUpJobs, retryJobs } from '../platform/jobs/given-up-jobs.ts';
import { found, NO_ORGANISATION, type Command } from './command.ts';
import { CREDENTIAL_COMMANDS } from './credential-commands.ts';
import { MEMBER_COMMANDS } from './member-commands.ts';
import { SSO_COMMANDS } from './sso-commands.ts';
import { AdminError, type Options } from './options.ts';

const organisationOf = (options: Options) => options.uuid('organisation');

export const COMMANDS: Record<string, Command> = {
  'organisation create': {
    meaning: 'Makes an organisation, and shows its id.',
    usage: '--name NAME --plan free|pilot|pro|enterprise [--locale LOCALE] [--rate-limit PER_MINUTE]',
    run: (context, options) =>
      createOrganisation(context, {
        name: options.text('name'),
        plan: options.oneOf('plan', PLANS),
        locale: options.oneOf('locale', LOCALES, 'en'),
        rateLimit: options.count('rate-limit', 600),
      }),
  },
  'organisation list': {
    meaning: 'Lists the organisations, with their plans.',
    usage: '',
    none: 'There is no organisation. Make one by script/admin organisation create.',
    run: (context) => listOrganisations(context),
  },
  'organisation set-plan': {
    meaning: 'Gives an organisation another plan.',
    usage: '--organisation ID --plan free|pilot|pro|enterprise',
    run: async (context, options) => {
      const changes = { plan: options.oneOf('plan', PLANS) };
      return found(
        await setSubscription(context, { organisationId: organisationOf(options), changes }),
        NO_ORGANISATION,
      );
    },
  },
  'organisation set-subscription': {
    meaning: 'Says how an organisation stands with its payments.',
    usage: '--organisation ID --status trialing|active|past_due|canceled',
    run: async (context, options) => {
      const changes = { subscription_status: options.oneOf('status', SUBSCRIPTION_STATUSES) };
      return found(
        await setSubscription(context, { organisationId: organisationOf(options), changes }),
        NO_ORGANISATION,
      );
    },
  },
  'organisation set-name': {
    meaning: 'Gives an organisation another name.',
    usage: '--organisation ID --name NAME',
    run: async (context, options) => {
      const { success, data } = UpdateOrganisationBody.safeParse({ name: options.text('name') });
      if (!success) throw new AdminError('--name must have 1 to 200 characters');
      const changes = { name: data.name! };
      return found(
        await updateOrganisation(context, { organisationId: organisationOf(options), changes }),
        NO_ORGANISATION,
      );
    },
  },
  'organisation set-locale': {
    meaning: 'Chooses the language of mails and reports.',
    usage: '--organisation ID --locale LOCALE',
    run: async (context, options) => {
      const changes = { locale: options.oneOf('locale', LOCALES) };
      return found(
        await updateOrganisation(context, { organisationId: organisationOf(options), changes }),
        NO_ORGANISATION,
      );
    },
  },
  'organisation set-time-zone': {
    meaning: 'Chooses the time zone of mails and reports.',
    usage: '--organisation ID --time-zone ZONE',
    run: async (context, options) => {
      const { success, data } = UpdateOrganisationBody.safeParse({ time_zone: options.text('time-zone') });
      if (!success) throw new AdminError('--time-zone must be one of the IANA database, such as Europe/Rome');
      const changes = { time_zone: data.time_zone! };
      return found(
        await updateOrganisation(context, { organisationId: organisationOf(options), changes }),
        NO_ORGANISATION,
      );
    },
  },
  'organisation set-rate-limit': {
    meaning: 'Sets how many requests a minute an organisation has in all.',
    usage: '--organisation ID --rate-limit PER_MINUTE',
    run: async (context, options) => {
      const changes = { rate_limit: options.count('rate-limit') };
      return found(
        await updateOrganisation(context, { organisationId: organisationOf(options), changes }),
        NO_ORGANISATION,
      );
    },
  },
  ...CREDENTIAL_COMMANDS,
  ...MEMBER_COMMANDS,
  ...SSO_COMMANDS,
  'job list': {
    meaning: 'Lists the work that gave up.',
    usage: '',
    none: 'No work gave up.',
    run: (context) => listGivenUpJobs(context, GIVEN_UP_WORK),
  },
  'job retry': {
    meaning: 'Has work that gave up tried again.',
    usage: '--job ID | --kind KIND',
    run: (context, options) => retryGivenUp(context, options),
  },
};

const retryGivenUp = async (context: Context, options: Options) => {
  if (options.has('job') && options.has('kind'))
    throw new AdminError(
      'Give --job ID or --kind KIND, not both: the first retries one, the second all of a kind',
    );
  if (!options.has('job') && !options.has('kind')) throw new AdminError('--job ID or --kind KIND is missing');
  const which = options.has('job') ? { id: options.text('job') } : { kind: options.text('kind') };
  const result = await retryJobs(context, GIVEN_UP_WORK, which);
  if (result.retried > 0) return result;
  throw new AdminError('No such work gave up. script/admin job list shows those that did.');
};
