// Audit log texts of the premium plan: a part of audit-words.ts.

const en = {
  'subscription.requested': 'Premium plan requested',
  'subscription.cancelled': 'Premium plan cancelled',
  'subscription.resumed': 'Premium plan resumed',
  'subscription.changed': 'Premium plan changed',
  'subscription_payment.created': 'Subscription payment requested',
  'subscription_payment.succeeded': 'Subscription payment made',
  'subscription_payment.failed': 'Subscription payment failed',
  'plan_list.published': 'Plan list published',
}

const hi: typeof en = {
  'subscription.requested': 'प्रीमियम प्लान माँगा गया',
  'subscription.cancelled': 'प्रीमियम प्लान रद्द हुआ',
  'subscription.resumed': 'प्रीमियम प्लान फिर शुरू हुआ',
  'subscription.changed': 'प्रीमियम प्लान बदला',
  'subscription_payment.created': 'सब्सक्रिप्शन का भुगतान माँगा गया',
  'subscription_payment.succeeded': 'सब्सक्रिप्शन का भुगतान हुआ',
  'subscription_payment.failed': 'सब्सक्रिप्शन का भुगतान विफल हुआ',
  'plan_list.published': 'प्लान सूची प्रकाशित हुई',
}

export const premiumActions = { en, hi }
