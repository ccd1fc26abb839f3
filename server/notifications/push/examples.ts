// Examples for the API contract: Asha's phone.

export const subscription = {
  id: 'psub_01jd3v9k7he2n8q4x5c6t7w8yz',
  endpoint: 'https://push.example/send/k3Yt0b',
  browser: 'Chrome 141',
  system: 'Android',
  expires_at: null,
  created_at: 1767225600,
}

/** The keys of RFC 8291, appendix A. */
export const newSubscription = {
  endpoint: subscription.endpoint,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

export const key = {
  public_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
}
