// Raw, since the leases and the look at the queue must be one statement, and prepared, since planning it costs more
// than running it. "limit 1" makes the planner look each row up by its key: a plan that was made while the table was
// small would read all of it, and is kept while it grows.
// A wake that this statement does not see was committed later and stays, and so does what it announces: the function
// may see such a delivery, the rest does not. What fits, but finds no free place, is left a wake. What is beyond the cap
// gets one from who ends an attempt of its endpoint. A lease counts by the database's own clock: it is about real time,
// whichever machine holds it.
// Organisations take turns. Of the wakes that are due those are taken first that are their organisation's oldest; and of
// the places each goes to the organisation that has the fewest attempts under way. What one at its cap would have is
// made to wait (`held`), up to a thousand wakes at once and without a look at their endpoints, and found again when it
// has places. A record that makes one may have begun before the wait was there, hence the further look after each that
// holds something: either that one sees the place, or the worker of the record, who looks when it is written, the wait.
// A claim does not wait for the disk: should the database lose one in a crash, the wake is there again and the lease is
// not, and the delivery is sent again, as after a kill of the worker.
export const CLAIM = {
  name: 'claim-attempts',
  text: `
    with recursive waiting as (
      (
        select x.organisation_id
        from webhook_waits x
        order by x.organisation_id
        limit 1
      )
      union all
      select next.organisation_id
      from waiting o
      cross join lateral (
        select x.organisation_id
        from webhook_waits x
        where x.organisation_id > o.organisation_id
        order by x.organisation_id
        limit 1
      ) next
    ),
    freed as materialized (
      select x.organisation_id, x.endpoint_id
      from (
        select o.organisation_id, $6::bigint - under_way.total as places
        from waiting o
        cross join lateral (
          select count(*) as total from webhook_leases l where l.organisation_id = o.organisation_id
        ) under_way
        where under_way.total < $6
        order by under_way.total, o.organisation_id
        limit $5::int
      ) o
      cross join lateral (
        select x.organisation_id, x.endpoint_id
        from webhook_waits x
        where x.organisation_id = o.organisation_id
        order by x.since
        limit least(o.places, $5)
        for update skip locked
      ) x
      limit $5
    ),
    oldest as materialized (
      select w.organisation_id, w.due_at, w.ctid as place
      from webhook_wakes w
      where w.due_at <= $1::timestamptz
      order by w.due_at
      limit 1000
    ),
    full_up as materialized (
      select o.organisation_id
      from (select distinct organisation_id from oldest) o
      cross join lateral (
        select count(*) as total from webhook_leases l where l.organisation_id = o.organisation_id
      ) under_way
      where under_way.total >= $6
    ),
    held as materialized (
      select w.*
      from oldest c
      join full_up f on f.organisation_id = c.organisation_id
      cross join lateral (
        select w.organisation_id, w.endpoint_id, w.ctid as place
        from webhook_wakes w
        where w.ctid = c.place
        limit 1
        for update skip locked
      ) w
    ),
    due as materialized (
      select w.*
      from (
        select c.place
        from oldest c
        where c.organisation_id not in (select organisation_id from full_up)
        order by row_number() over (partition by c.organisation_id order by c.due_at), c.due_at
      ) c
      cross join lateral (
        select w.organisation_id, w.endpoint_id
        from webhook_wakes w
        where w.ctid = c.place
        limit 1
        for update skip locked
      ) w
      limit $5
    ),
    endpoints as materialized (
      select organisation_id, endpoint_id from due
      union
      select organisation_id, endpoint_id from freed
    ),
    heard as materialized (
      select w.place
      from endpoints e
      cross join lateral (
        select w.ctid as place
        from webhook_wakes w
        where w.organisation_id = e.organisation_id and w.endpoint_id = e.endpoint_id and w.due_at <= $1
        limit 1000
        for update skip locked
      ) w
      union all
      select place from held
    ),
    waited as materialized (
      select x.place
      from endpoints e
      cross join lateral (
        select x.ctid as place
        from webhook_waits x
        where x.organisation_id = e.organisation_id and x.endpoint_id = e.endpoint_id
        limit 1000
        for update skip locked
      ) x
    ),
    looked as (
      delete from webhook_wakes w
      using heard
      where w.ctid = heard.place
    ),
    ended as (
      delete from webhook_waits x
      using waited
      where x.ctid = waited.place
    ),
    turns as materialized (
      select t.*, e.share, d.event_id, d.event_type
      from (
        select array_agg(organisation_id) as organisations, array_agg(endpoint_id) as endpoints,
          ceil($3::float8 / count(*))::bigint as share
        from endpoints
        having count(*) > 0
      ) e
      cross join lateral take_webhook_places(e.organisations, e.endpoints, $2::bigint, e.share, $1) t
      cross join lateral (
        select *
        from webhook_deliveries d
        where d.organisation_id = t.organisation_id and d.id = t.delivery_id
        limit 1
      ) d
      where t.fits
    ),
    placed as materialized (
      select t.*, t.organisation_total + row_number() over (
          partition by t.organisation_id order by t.turn > t.share, t.due_at, t.sequence, t.endpoint_id
        ) as place
      from turns t
    ),
    ranked as materialized (
      select p.*, p.turn <= p.share and p.place <= $6
        and row_number() over (
          order by p.turn > p.share or p.place > $6, p.place, p.due_at, p.sequence, p.endpoint_id
        ) <= $3::int as is_taken
      from placed p
    ),
    left_over as materialized (
      select r.organisation_id, r.endpoint_id, bool_or(r.is_full) as is_full
      from (
        select *, organisation_total + count(*) filter (where is_taken) over (partition by organisation_id) >= $6 as is_full
        from ranked
      ) r
      where not r.is_taken
      group by r.organisation_id, r.endpoint_id
    ),
    woken as (
      insert into webhook_wakes (organisation_id, endpoint_id, due_at)
      select l.organisation_id, l.endpoint_id, $1
      from left_over l
      where not l.is_full
    ),
    waits as (
      insert into webhook_waits (organisation_id, endpoint_id, since)
      select l.organisation_id, l.endpoint_id, $1
      from left_over l
      where l.is_full
      union
      select h.organisation_id, h.endpoint_id, $1
      from held h
      returning id
    ),
    leased as (
      insert into webhook_leases (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      select r.organisation_id, r.endpoint_id, r.delivery_id, r.attempt_count + 1, $1,
        clock_timestamp() + $4::float8 * interval '1 millisecond'
      from ranked r
      where r.is_taken
      on conflict do nothing
      returning organisation_id, delivery_id, attempt
    ),
    claimed as (
      select r.organisation_id, r.delivery_id, r.endpoint_id, r.due_at, r.sequence::float8 as sequence, r.status,
        r.failure_count, l.attempt as attempt_count, r.event_id, r.event_type, w.url, w.failing_since,
        w.session_id, coalesce(c.secret_sealed, w.secret_sealed) as secret_sealed,
        coalesce(c.previous_secret_sealed, w.previous_secret_sealed) as previous_secret_sealed,
        coalesce(c.previous_secret_expires_at, w.previous_secret_expires_at) as previous_secret_expires_at,
        e.created_at as event_created_at, e.data::text as data_text, e.test as is_test
      from ranked r
      join leased l on l.organisation_id = r.organisation_id and l.delivery_id = r.delivery_id
      cross join lateral (
        select *
        from webhook_endpoints w
        where w.organisation_id = r.organisation_id and w.id = r.endpoint_id
        limit 1
      ) w
      left join lateral (
        select c.callback_secret_sealed as secret_sealed,
          c.previous_callback_secret_sealed as previous_secret_sealed,
          c.previous_callback_secret_expires_at as previous_secret_expires_at
        from organisations c
        where c.id = w.organisation_id and w.session_id is not null
        limit 1
      ) c on true
      cross join lateral (
        select *
        from events e
        where e.organisation_id = r.organisation_id and e.id = r.event_id
        limit 1
      ) e
    )
    select look.looks, look.held, look.next_look_at, claimed.*
    from (
      select (select count(*) from due)::int + (select count(*) from freed)::int as looks,
        (select count(*) from waits)::int as held,
        (select w.due_at from webhook_wakes w where w.due_at > $1 order by w.due_at limit 1) as next_look_at,
        set_config('synchronous_commit', 'off', true)
    ) look
    left join claimed on true
    order by claimed.due_at, claimed.sequence, claimed.endpoint_id
  `,
};
