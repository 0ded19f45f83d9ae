import type { CalendarData } from './calendar-data.ts'

// Brokers square off before the exchange closes; with the closing auction that must be before 15:15.
const CUTOFFS = { entriesUntil: '15:00', squareOffAt: '15:05' }

/** The shipped calendar of the NSE cash market, used to seed a new database and for simulated history. */
export const INDIA_CALENDAR_DATA: CalendarData = {
  hours: [
    { from: '2025-01-01', open: '09:15', closeWithDerivatives: '15:30', close: '15:30', cutoffs: CUTOFFS },
    // Closing auction session for stocks with listed derivatives (every NIFTY 50 stock): SEBI circular of 2026-01-16,
    // NSE/CMTR/73362 and 74466. Continuous trading ends at 15:15, the auction runs to 15:35.
    { from: '2026-08-03', open: '09:15', closeWithDerivatives: '15:15', close: '15:30', cutoffs: CUTOFFS },
  ],
  years: [
    {
      year: 2025,
      holidays: {
        '2025-02-26': 'Mahashivratri',
        '2025-03-14': 'Holi',
        '2025-03-31': 'Id-ul-Fitr',
        '2025-04-10': 'Mahavir Jayanti',
        '2025-04-14': 'Ambedkar Jayanti',
        '2025-04-18': 'Good Friday',
        '2025-05-01': 'Maharashtra Day',
        '2025-08-15': 'Independence Day',
        '2025-08-27': 'Ganesh Chaturthi',
        '2025-10-02': 'Gandhi Jayanti and Dussehra',
        '2025-10-21': 'Diwali Laxmi Pujan',
        '2025-10-22': 'Balipratipada',
        '2025-11-05': 'Guru Nanak Jayanti',
        '2025-12-25': 'Christmas',
      },
      // Not researched for 2025; the list affects payouts only, never trading.
      settlementHolidays: [],
    },
    {
      year: 2026,
      // NSE and BSE circulars of 2025-12-12; 15 January added by NSE on 2026-01-09.
      holidays: {
        '2026-01-15': 'Maharashtra municipal elections',
        '2026-01-26': 'Republic Day',
        '2026-03-03': 'Holi',
        '2026-03-26': 'Ram Navami',
        '2026-03-31': 'Mahavir Jayanti',
        '2026-04-03': 'Good Friday',
        '2026-04-14': 'Ambedkar Jayanti',
        '2026-05-01': 'Maharashtra Day',
        '2026-05-28': 'Bakri Id',
        '2026-06-26': 'Muharram',
        '2026-09-14': 'Ganesh Chaturthi',
        '2026-10-02': 'Gandhi Jayanti',
        '2026-10-20': 'Dussehra',
        '2026-11-10': 'Balipratipada',
        '2026-11-24': 'Guru Nanak Jayanti',
        '2026-12-25': 'Christmas',
      },
      // NSE circular of 2025-12-22.
      settlementHolidays: ['2026-02-19', '2026-03-19', '2026-04-01', '2026-08-26'],
    },
  ],
  specialSessions: [
    { day: '2025-02-01', name: 'Budget Saturday', hours: 'usual' },
    { day: '2025-10-21', name: 'Muhurat trading', hours: { open: '13:45', close: '14:45' } },
    // NSE circular of 2026-01-16.
    { day: '2026-02-01', name: 'Budget Sunday', hours: 'usual' },
    // The circular announces the timing separately; it was not found.
    { day: '2026-11-08', name: 'Muhurat trading', hours: 'not announced' },
  ],
}
