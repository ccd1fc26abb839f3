// The purpose of a transaction in a few words.

interface Facts {
  /** Messages. */
  count: number
  /** The channel's displayed name; empty when the transaction has none. */
  channel: string
  /** The price of one message, with ₹. */
  price: string
}

/** A channel's name inside a sentence: "email", but "SMS" and "WhatsApp". */
const inText = (channel: string): string => (/^[A-Z][a-z]+$/.test(channel) ? channel.toLowerCase() : channel)

const en = {
  purposes: {
    messages: ({ count, channel, price }: Facts) =>
      `${count} ${inText(channel)} ${count === 1 ? 'message' : 'messages'} at ${price}`,
    recharge: () => 'Recharge',
    reversal: ({ count }: Facts) =>
      count === 1 ? 'Message not sent, charge reversed' : `${count} messages not sent, charges reversed`,
    tier_price_correction: ({ count, channel }: Facts) =>
      `Tier price correction for ${count} ${inText(channel)} ${count === 1 ? 'message' : 'messages'}`,
    refund: () => 'Refund to the wallet',
    refund_to_source: () => 'Refund to the original payment method',
    refund_returned: () => 'Refund returned by the payment gateway',
    payment_reversed: () => 'Payment reversed by the payment gateway',
  },
}

const hi: typeof en = {
  purposes: {
    messages: ({ count, channel, price }) => `${count} ${channel} संदेश, हर एक ${price}`,
    recharge: () => 'रिचार्ज',
    reversal: ({ count }) => (count === 1 ? 'संदेश नहीं गया, पैसा वापस' : `${count} संदेश नहीं गए, पैसा वापस`),
    tier_price_correction: ({ count, channel }) => `सस्ते स्लैब के हिसाब से ${count} ${channel} संदेशों का कुछ पैसा वापस`,
    refund: () => 'वॉलेट में रिफ़ंड',
    refund_to_source: () => 'जिससे भुगतान किया था, उसमें रिफ़ंड',
    refund_returned: () => 'रिफ़ंड नहीं पहुँचा, पेमेंट गेटवे ने लौटाया',
    payment_reversed: () => 'पेमेंट गेटवे ने भुगतान वापस लिया',
  },
}

export const words = { en, hi }
