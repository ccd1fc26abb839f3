-- Up Migration
-- The specification's prices (service.md §1, rules 3 to 5), as the first default list.
insert into price_lists (id, org_id, name, effective_from, definition, published_at) values (
  '00000000-0000-7000-8000-000000000001', null, 'Public prices', '2020-01-01T00:00:00Z',
  '{
    "currency": "INR",
    "sms_unit": "message",
    "prices": {
      "email": {"mode": "graduated", "tiers": [
        {"up_to": 10000, "price": "0.15"}, {"up_to": 50000, "price": "0.12"}, {"up_to": 100000, "price": "0.10"}, {"up_to": null, "price": "0.08"}]},
      "app_session": {"mode": "graduated", "tiers": [{"up_to": null, "price": "0.45"}]},
      "app_template": {"mode": "graduated", "tiers": [{"up_to": null, "price": "0.65"}]},
      "sms": {"mode": "graduated", "tiers": [
        {"up_to": 10000, "price": "0.25"}, {"up_to": 50000, "price": "0.22"}, {"up_to": null, "price": "0.20"}]}
    }
  }', '2020-01-01T00:00:00Z');
