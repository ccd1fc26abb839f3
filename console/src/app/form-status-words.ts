const en = {
  statuses: { draft: 'Draft', published: 'Published', unpublished: 'Unpublished' },
  suspended: 'Suspended',
  unpublishedChanges: 'Unpublished changes',
}

const hi: typeof en = {
  statuses: { draft: 'ड्राफ़्ट', published: 'प्रकाशित', unpublished: 'प्रकाशित नहीं' },
  suspended: 'रोका गया',
  unpublishedChanges: 'बदलाव अभी प्रकाशित नहीं',
}

export const formStatusWords = { en, hi }
