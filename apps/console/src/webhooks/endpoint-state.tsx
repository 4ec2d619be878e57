import type { WebhookEndpoint } from '@field-inspection/sdk';
import { Chip } from '../parts/chip.tsx';

/** Whether it gets events, and if not, why. */
export const EndpointState = ({
  endpoint: { active, paused_reason: reason },
}: {
  endpoint: WebhookEndpoint;
}) => <Chip group="endpoint" word={active ? 'active' : (reason ?? 'paused')} />;
