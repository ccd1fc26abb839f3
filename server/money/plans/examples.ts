// Examples for the API contract: the public price of premium, and the one that follows.

export const planList = {
  name: 'Plans 2027',
  organization_id: null,
  effective_from: 1798741800,
  premium_price: '549.00',
  tax_percent: 18,
}

export const publishedPlanList = {
  id: 'planl_01jd3vd1x9e2n8q4x5c6t7w8yz',
  name: planList.name,
  currency: 'INR',
  effective_from: planList.effective_from,
  premium_price: planList.premium_price,
  tax_percent: planList.tax_percent,
  organization_id: planList.organization_id,
  published_at: 1795000000,
}

export const plans = {
  plan_list_id: 'planl_0000000000e008000000000002',
  currency: 'INR',
  effective_from: 1577836800,
  tax_percent: 18,
  plans: [
    { plan: 'free', price: '0.00', tax: '0.00', total: '0.00', taxes: [], features: [] },
    {
      plan: 'premium',
      price: '499.00',
      tax: '89.82',
      total: '588.82',
      taxes: [
        { name: 'CGST', rate: '9', amount: '44.91' },
        { name: 'SGST', rate: '9', amount: '44.91' },
      ],
      features: ['custom_domains', 'no_branding', 'advanced_analytics', 'priority_support'],
    },
  ],
  upcoming: { effective_from: planList.effective_from, price: '549.00', tax: '98.82', total: '647.82' },
}
