import { dayNumberOf, DAY_MS, INDIA_OFFSET_MS } from '@trading-bot/core/time'

export type Zone = 'india' | 'utc'

/** Epoch ms of a text or number as files hold them, or null. Remembers dates, since every minute of a day repeats its own. */
export function openTimeReader(zone: Zone): {
  readonly whole: (text: string) => number | null
  readonly dateAndTime: (date: string, time: string) => number | null
} {
  const offsetMs = zone === 'india' ? INDIA_OFFSET_MS : 0
  const known = new Map<string, number | null>()
  const dayOf = (text: string): number | null => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size > 20_000) known.clear()
    const day = readDay(text)
    known.set(text, day)
    return day
  }
  const dateAndTime = (date: string, time: string): number | null => {
    const day = dayOf(date)
    const read = day === null ? null : readClock(time)
    if (day === null || read === null) return null
    return day * DAY_MS + read.ms - (read.offsetMs ?? offsetMs)
  }
  return {
    dateAndTime,
    whole(text) {
      // Dates have ten characters in every form but one, and then comes a T or a blank.
      if (text.length >= 15 && (text[10] === ' ' || text[10] === 'T')) {
        return dateAndTime(text.slice(0, 10), text.slice(11))
      }
      if (/^\d{9,10}(\.0+)?$/.test(text)) return Number(text) * 1_000
      if (/^\d{12,13}(\.0+)?$/.test(text)) return Number(text)
      if (/^\d{8} /.test(text)) return dateAndTime(text.slice(0, 8), text.slice(9))
      // A date without a time is an India day, whatever the zone.
      const day = dayOf(text)
      return day === null ? null : day * DAY_MS - INDIA_OFFSET_MS
    },
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Day first, as India writes dates, unless the year comes first. */
function readDay(text: string): number | null {
  const iso = /^(\d{4})[-/.](\d{2})[-/.](\d{2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (iso) return realDay(iso[1]!, iso[2]!, iso[3]!)
  const indian = /^(\d{2})[-/.](\d{2})[-/.](\d{4})$/.exec(text)
  if (indian) return realDay(indian[3]!, indian[2]!, indian[1]!)
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[- ](\d{4})$/.exec(text)
  const month = named ? MONTHS.indexOf(named[2]!.toLowerCase()) + 1 : 0
  return named && month > 0 ? realDay(named[3]!, String(month), named[1]!) : null
}

function realDay(year: string, month: string, day: string): number | null {
  try {
    return dayNumberOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  } catch {
    return null
  }
}

const DIGIT_0 = 48

/** `09:15`, `09:15:00`, `09:15:00.000`, each with `Z` or `+05:30` behind it or not. */
function readClock(text: string): { readonly ms: number; readonly offsetMs?: number } | null {
  const isPlain = text.length === 5 || (text.length === 8 && text[5] === ':' && text[6] === '0' && text[7] === '0')
  if (isPlain && text[2] === ':') {
    const digit = (at: number) => text.charCodeAt(at) - DIGIT_0
    const [hour, minute] = [digit(0) * 10 + digit(1), digit(3) * 10 + digit(4)]
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 ? { ms: (hour * 60 + minute) * 60_000 } : null
  }
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(text)
  if (!match) return null
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  const ms = ((hour * 60 + minute) * 60 + second) * 1_000 + Math.floor(Number(`0.${match[4] ?? 0}`) * 1_000)
  const zone = match[5]
  if (zone === undefined) return { ms }
  if (zone.toUpperCase() === 'Z') return { ms, offsetMs: 0 }
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return { ms, offsetMs: (zone.startsWith('-') ? -1 : 1) * minutes * 60_000 }
}
