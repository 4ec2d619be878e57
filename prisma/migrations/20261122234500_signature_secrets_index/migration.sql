-- Finds the requests to sign that expired with a secret in their row. Whatever has ended otherwise has none, so that
-- the index holds what waits, and no more.
create index signatures_secret_idx on signatures (expires_at)
where otp_hmac is not null or progress_sealed is not null or state_hash is not null;
