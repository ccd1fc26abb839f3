// Bank holidays by year, each with its source. To add a year, add an entry; nothing else changes.

export interface HolidayYear {
  year: number
  source: string
  /**
   * True when all holidays common to (nearly) all banks are listed; false when only those certain before the year's
   * publication are.
   */
  isComplete: boolean
  /** YYYY-MM-DD. */
  dates: readonly string[]
}

/** The same days every year, MM-DD, also in years without an entry. 1 April: the banks close their accounts. */
export const FIXED_HOLIDAYS: readonly string[] = ['01-26', '04-01', '05-01', '08-15', '10-02', '12-25']

/** Good Friday follows from the calendar; the government's list for the year is not published yet. */
const provisional = (year: number, goodFriday: string): HolidayYear => ({
  year,
  source: 'Good Friday of the Gregorian calendar; the list of the year was not published when this was written',
  isComplete: false,
  dates: [goodFriday],
})

export const HOLIDAY_YEARS: readonly HolidayYear[] = [
  {
    year: 2026,
    source:
      'Department of Personnel and Training, Office Memorandum of 3 July 2025, Annexure I: gazetted holidays of the Union in 2026',
    isComplete: true,
    dates: [
      '2026-03-04', // Holi
      '2026-03-21', // Id-ul-Fitr
      '2026-03-26', // Ram Navami
      '2026-03-31', // Mahavir Jayanti
      '2026-04-03', // Good Friday
      '2026-05-27', // Id-ul-Zuha
      '2026-06-26', // Muharram
      '2026-08-26', // Id-e-Milad
      '2026-09-04', // Janmashtami
      '2026-10-20', // Dussehra
      '2026-11-08', // Diwali
      '2026-11-24', // Guru Nanak Jayanti
    ],
  },
  provisional(2027, '2027-03-26'),
  provisional(2028, '2028-04-14'),
  provisional(2029, '2029-03-30'),
  provisional(2030, '2030-04-19'),
]
