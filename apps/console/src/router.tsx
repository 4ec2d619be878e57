import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readAuditFilters } from './audit/read-entries.ts';
import { readDeliveryFilters } from './webhooks/read-delivery-filters.ts';
import { readFilters } from './inspections/read-filters.ts';
import { readMemberFilters } from './members/read-member-filters.ts';
import { readLogFilters } from './provisioning/read-log-filters.ts';
import { Failure } from './parts/failure.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { ROOT_URL } from './words/words.ts';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => redirect({ to: '/today', replace: true, throw: true }),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
});

const inspections = createRoute({
  getParentRoute: () => root,
  path: '/inspections',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./inspections/inspections-screen.tsx'), 'InspectionsScreen'),
});

const newInspection = createRoute({
  getParentRoute: () => root,
  path: '/inspections/new',
  component: lazyRouteComponent(
    () => import('./new-inspection/new-inspection-screen.tsx'),
    'NewInspectionScreen',
  ),
});

const session = createRoute({
  getParentRoute: () => root,
  path: '/inspections/$sessionId',
  component: lazyRouteComponent(() => import('./session/session-screen.tsx'), 'SessionScreen'),
});

const live = createRoute({
  getParentRoute: () => root,
  path: '/inspections/$sessionId/live',
  component: lazyRouteComponent(() => import('./live/live-screen.tsx'), 'LiveScreen'),
});

const signOn = createRoute({
  getParentRoute: () => root,
  path: '/sign-on',
  component: lazyRouteComponent(() => import('./sign-on/sign-on-screen.tsx'), 'SignOnScreen'),
});

const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  beforeLoad: () => redirect({ to: '/developers/deliveries', replace: true, throw: true }),
});

const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/developers/deliveries',
  validateSearch: readDeliveryFilters,
  component: lazyRouteComponent(() => import('./webhooks/deliveries-screen.tsx'), 'DeliveriesScreen'),
});

const delivery = createRoute({
  getParentRoute: () => root,
  path: '/developers/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./webhooks/delivery-screen.tsx'), 'DeliveryScreen'),
});

const endpoints = createRoute({
  getParentRoute: () => root,
  path: '/developers/endpoints',
  component: lazyRouteComponent(() => import('./webhooks/endpoints-screen.tsx'), 'EndpointsScreen'),
});

const newEndpoint = createRoute({
  getParentRoute: () => root,
  path: '/developers/endpoints/new',
  component: lazyRouteComponent(() => import('./webhooks/new-endpoint-screen.tsx'), 'NewEndpointScreen'),
});

const endpoint = createRoute({
  getParentRoute: () => root,
  path: '/developers/endpoints/$endpointId',
  component: lazyRouteComponent(() => import('./webhooks/endpoint-screen.tsx'), 'EndpointScreen'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/developers/keys',
  component: lazyRouteComponent(() => import('./keys/keys-screen.tsx'), 'KeysScreen'),
});

const newKey = createRoute({
  getParentRoute: () => root,
  path: '/developers/keys/new',
  component: lazyRouteComponent(() => import('./keys/new-key-screen.tsx'), 'NewKeyScreen'),
});

const key = createRoute({
  getParentRoute: () => root,
  path: '/developers/keys/$credentialId',
  component: lazyRouteComponent(() => import('./keys/key-screen.tsx'), 'KeyScreen'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => redirect({ to: '/settings/members', replace: true, throw: true }),
});

const members = createRoute({
  getParentRoute: () => root,
  path: '/settings/members',
  validateSearch: readMemberFilters,
  component: lazyRouteComponent(() => import('./members/members-screen.tsx'), 'MembersScreen'),
});

const member = createRoute({
  getParentRoute: () => root,
  path: '/settings/members/$memberId',
  component: lazyRouteComponent(() => import('./members/member-screen.tsx'), 'MemberScreen'),
});

const organisation = createRoute({
  getParentRoute: () => root,
  path: '/settings/organisation',

  component: lazyRouteComponent(() => import('./settings/organisation-screen.tsx'), 'OrganisationScreen'),
});

const branding = createRoute({
  getParentRoute: () => root,
  path: '/settings/branding',

  component: lazyRouteComponent(() => import('./branding/branding-screen.tsx'), 'BrandingScreen'),
});

const provisioning = createRoute({
  getParentRoute: () => root,
  path: '/settings/provisioning',
  validateSearch: readLogFilters,
  component: lazyRouteComponent(() => import('./provisioning/provisioning-screen.tsx'), 'ProvisioningScreen'),
});

const plan = createRoute({
  getParentRoute: () => root,
  path: '/settings/plan',

  component: lazyRouteComponent(() => import('./settings/plan-screen.tsx'), 'PlanScreen'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/settings/audit',
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  component: lazyRouteComponent(() => import('./today/today-screen.tsx'), 'TodayScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    today,
    account,
    inspections,
    newInspection,
    session,
    live,
    signOn,
    developers,
    deliveries,
    delivery,
    endpoints,
    newEndpoint,
    endpoint,
    keys,
    newKey,
    key,
    settings,
    members,
    member,
    organisation,
    branding,
    provisioning,
    plan,
    audit,
  ]),
  basepath: new URL('console', ROOT_URL).pathname,
  scrollRestoration: true,
  // Addresses that people read and send: a reference of digits stays a text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
