-- A subscription may be tried before it is paid, and it may end.
alter table organisations
  drop constraint organisations_subscription,
  add constraint organisations_subscription
    check (subscription_status in ('trialing', 'active', 'past_due', 'canceled')) not valid;

alter table organisations validate constraint organisations_subscription;
