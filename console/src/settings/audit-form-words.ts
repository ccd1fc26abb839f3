// Audit log texts of forms and their domains: a part of audit-words.ts.

const en = {
  'form.created': 'Form created',
  'form.updated': 'Form changed',
  'form.published': 'Form published',
  'form.unpublished': 'Form unpublished',
  'form.suspended': 'Form suspended',
  'form.resumed': 'Form resumed',
  'form.deleted': 'Form deleted',
  'form.submissions_expired': 'Old submissions deleted',
  'domain.created': 'Form domain added',
  'domain.updated': 'Form domain changed',
  'domain.verified': 'Form domain verified',
  'domain.unverified': 'Form domain no longer verified',
  'domain.deleted': 'Form domain deleted',
}

const hi: typeof en = {
  'form.created': 'फ़ॉर्म बना',
  'form.updated': 'फ़ॉर्म बदला',
  'form.published': 'फ़ॉर्म प्रकाशित हुआ',
  'form.unpublished': 'फ़ॉर्म का प्रकाशन हटा',
  'form.suspended': 'फ़ॉर्म ऑपरेटर ने रोका',
  'form.resumed': 'फ़ॉर्म पर से रोक हटी',
  'form.deleted': 'फ़ॉर्म मिटा',
  'form.submissions_expired': 'पुराने जवाब मिटे',
  'domain.created': 'फ़ॉर्म का डोमेन जोड़ा गया',
  'domain.updated': 'फ़ॉर्म का डोमेन बदला',
  'domain.verified': 'फ़ॉर्म का डोमेन वेरिफ़ाई हुआ',
  'domain.unverified': 'फ़ॉर्म का डोमेन अब वेरिफ़ाई नहीं है',
  'domain.deleted': 'फ़ॉर्म का डोमेन मिटा',
}

export const formActions = { en, hi }
