import { policyOf } from '@field-inspection/contract';
import type { AppRoute, AppRouter } from '@ts-rest/core';

/** A contract's public routes, without the resources that have none. */
export const selectPublicRoutes = (contract: AppRouter): AppRouter =>
  Object.fromEntries(
    Object.entries(contract)
      .map(([resource, routes]): [string, AppRouter] => [resource, keepPublic(routes as AppRouter)])
      .filter(([, routes]) => Object.keys(routes).length > 0),
  );

const keepPublic = (routes: AppRouter): AppRouter =>
  Object.fromEntries(Object.entries(routes).filter(([, route]) => policyOf(route as AppRoute).public));
