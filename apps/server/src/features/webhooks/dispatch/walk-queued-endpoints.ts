/**
 * The endpoints that anything is queued for, as `queued`: from one to the next by the index, however many deliveries
 * wait for each.
 */
export const WALK_QUEUED_ENDPOINTS = `
  recursive queued as (
    (
      select q.organisation_id, q.endpoint_id
      from webhook_queued_deliveries q
      order by q.organisation_id, q.endpoint_id
      limit 1
    )
    union all
    select next.*
    from queued e
    cross join lateral (
      select q.organisation_id, q.endpoint_id
      from webhook_queued_deliveries q
      where (q.organisation_id, q.endpoint_id) > (e.organisation_id, e.endpoint_id)
      order by q.organisation_id, q.endpoint_id
      limit 1
    ) next
  )`;
