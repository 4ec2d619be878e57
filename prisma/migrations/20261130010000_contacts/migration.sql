-- Whom field persons and signers turn to. The default writes no row anew.
alter table sessions add column contact jsonb not null default '{}';
alter table organisations add column contact jsonb not null default '{}';
