-- Deliveries of which nobody knows whether they left: few, and listed until a receipt or a person settles them.
create index deliveries_unknown on deliveries (org_id, id) where status = 'sending' and error_code = 'outcome_unknown';
