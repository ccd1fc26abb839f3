// Examples for the API contract: a month's usage statement.

/** A month with three emails, one of which was reversed before it was sent. */
export const usageStatement = {
  id: 'inv_01jd3vc9k7e2n8q4x5c6t7w8yz',
  number: 'USG/25-26/000001',
  kind: 'usage',
  sandbox: false,
  issued_at: 1767226100,
  supplier: {
    name: 'Samvad',
    gstin: '29AAGCB7383J1Z4',
    address_lines: ['Residency Road', 'Bengaluru 560025'],
    state_code: '29',
    state: 'Karnataka',
    email: 'bills@samvad.example',
  },
  customer: {
    name: 'Asha Textiles',
    gstin: null,
    address_lines: ['Chickpet', 'Bengaluru 560053'],
    state_code: '29',
    state: 'Karnataka',
    email: null,
  },
  place_of_supply: '29',
  reverse_charge: false,
  lines: [
    { description: 'Email messages', sac: '998413', quantity: 3, unit_price: '0.15', amount: '0.45' },
    {
      description: 'Email messages: not sent, charge reversed',
      sac: '998413',
      quantity: -1,
      unit_price: '0.15',
      amount: '-0.15',
    },
  ],
  taxable_amount: '0.30',
  taxes: [
    { name: 'CGST', rate: '9', amount: '0.03' },
    { name: 'SGST', rate: '9', amount: '0.03' },
  ],
  total: '0.36',
  amount_due: '0.00',
  amount_in_words: 'Rupees Zero and Thirty Six Paise Only',
  currency: 'INR',
  payment_method: null,
  payment_reference: null,
  original_invoice: null,
  reason: null,
  period: { from: 1764527400, to: 1767205800 },
  notes: [
    'GST of ₹0.06 was charged when the wallet was recharged (INV/25-26/000001), so this usage is not taxed again. No amount is due.',
    'This statement is not a tax invoice: claim input tax credit on the invoices of the recharges.',
  ],
  status: 'paid',
  amount_credited: '0.00',
}
