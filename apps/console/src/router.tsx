import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
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
  beforeLoad: () => redirect({ to: '/account', replace: true, throw: true }),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, account]),
  basepath: new URL('console', ROOT_URL).pathname,
  scrollRestoration: true,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
