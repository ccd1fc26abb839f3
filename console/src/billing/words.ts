const en = {
  title: 'Billing',
  transactions: 'Transactions',
  when: 'When',
  what: 'What',
  amount: 'Amount',
  balanceAfter: 'Balance',
  kind: 'Kind',
  all: 'All',
  kinds: { recharge: 'Recharges', deduction: 'Deductions', refund: 'Refunds', credit: 'Credits' },
  none: 'No transactions yet',
  noneDetail: 'Whatever moves money in or out of the wallet stands here, exact to the paisa and below.',
  noMatch: 'None of this kind',
  pending: 'Pending',
  failed: 'Failed',
  csv: 'Download CSV',
}

const hi: typeof en = {
  title: 'बिलिंग',
  transactions: 'लेन-देन',
  when: 'कब',
  what: 'क्या',
  amount: 'राशि',
  balanceAfter: 'बैलेंस',
  kind: 'प्रकार',
  all: 'सभी',
  kinds: { recharge: 'रिचार्ज', deduction: 'कटौती', refund: 'रिफ़ंड', credit: 'क्रेडिट' },
  none: 'अभी कोई लेन-देन नहीं',
  noneDetail: 'वॉलेट में जो भी पैसा आता-जाता है, पैसे से भी छोटी इकाई तक यहाँ दिखता है।',
  noMatch: 'इस प्रकार का कोई नहीं',
  pending: 'बाक़ी',
  failed: 'विफल',
  csv: 'CSV डाउनलोड करें',
}

export const words = { en, hi }
