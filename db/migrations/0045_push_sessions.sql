-- In which session of the console a browser was subscribed, which says what browser it is: when the session is over,
-- nothing more is shown there. Null of one that a token subscribed.
alter table push_subscriptions add column session_id uuid;
