// Examples for the API contract: a lost dispute about a payment that was mostly spent.

import { organizationId } from '#people/organizations/examples.ts'

const taken = { taken: '600.00', taken_tax: '108.00', shortfall: '400.00', shortfall_tax: '72.00' }

export const claim = {
  id: 'claim_01jd3vd8k3e2n8q4x5c6t7w8yz',
  kind: 'dispute',
  status: 'lost',
  recharge_id: 'rech_01jd3v9c5ge2n8q4x5c6t7w8yz',
  subscription_payment_id: null,
  gateway: 'razorpay',
  reference: 'disp_AHfqOvkldwsbqt',
  payment_reference: 'pay_EsyWjHrfzb59eR',
  phase: 'chargeback',
  reason_code: 'goods_or_services_not_received',
  respond_by: 1769817600,
  total: '1180.00',
  is_paid_out: true,
  ...taken,
  takings: [
    {
      transaction_id: 'txn_01jd3v9c5he2n8q4x5c6t7w8yz',
      ...taken,
      refund_transaction_id: 'txn_01jd3vdbt5e2n8q4x5c6t7w8yz',
      credit_note_id: 'inv_01jd3vdbv1e2n8q4x5c6t7w8yz',
      created_at: 1769900000,
    },
  ],
  created_at: 1769212800,
  updated_at: 1769900000,
}

export const queuedClaim = {
  organization_id: organizationId,
  organization_name: 'Asha Textiles',
  is_priority: true,
  ...claim,
}
