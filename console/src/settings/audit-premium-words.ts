// What the audit log has of the plan, and of what premium adds.

const en = {
  'subscription.requested': 'Premium plan requested',
  'subscription.cancelled': 'Premium plan cancelled',
  'subscription.resumed': 'Premium plan resumed',
  'subscription.changed': 'Premium plan changed',
  'subscription_payment.created': 'Subscription payment requested',
  'subscription_payment.succeeded': 'Subscription payment made',
  'subscription_payment.failed': 'Subscription payment failed',
  'domain.created': 'Form domain added',
  'domain.updated': 'Form domain changed',
  'domain.verified': 'Form domain verified',
  'domain.unverified': 'Form domain no longer verified',
  'domain.deleted': 'Form domain deleted',
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
  'domain.created': 'फ़ॉर्म का डोमेन जोड़ा गया',
  'domain.updated': 'फ़ॉर्म का डोमेन बदला',
  'domain.verified': 'फ़ॉर्म का डोमेन वेरिफ़ाई हुआ',
  'domain.unverified': 'फ़ॉर्म का डोमेन अब वेरिफ़ाई नहीं है',
  'domain.deleted': 'फ़ॉर्म का डोमेन मिटा',
  'plan_list.published': 'प्लान सूची प्रकाशित हुई',
}

export const premiumActions = { en, hi }
