import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { getFieldState } from './get-field-state.ts';
import { leaveSession } from './leave-session.ts';
import { tellUnsentItems } from './tell-unsent-items.ts';
import { updateConsent } from './update-consent.ts';

export const fieldRoutes = (context: Context) =>
  implement(contract.field, {
    get: ({ caller, req }) => getFieldState(contextAt(context, req), caller),
    update: (tx, { caller, body }) => tellUnsentItems(tx, { caller, body }),
    updateConsent: (tx, { caller, body }) => updateConsent(context, tx, { caller, body }),
    leave: { endsRight: true, run: (tx, { caller }) => leaveSession(context, tx, caller) },
  });
