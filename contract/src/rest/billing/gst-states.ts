// The states and union territories of India by their GST code: the first two digits of a GSTIN.
import * as z from 'zod/mini'

export const GST_STATES = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
} as const

export type GstState = keyof typeof GST_STATES

export const GstState = z.enum(Object.keys(GST_STATES) as [GstState, ...GstState[]], 'Please choose your state')

/** By code or by name; undefined if neither matches. */
export function findGstState(text: string): GstState | undefined {
  const wanted = text.trim().toLowerCase()
  const found = Object.entries(GST_STATES).find(([code, name]) => code === wanted || name.toLowerCase() === wanted)
  return found?.[0] as GstState | undefined
}

/** Sorted by name, as a select shows them. */
export const GST_STATE_OPTIONS: readonly { value: GstState; label: string }[] = Object.entries(GST_STATES)
  .map(([value, label]) => ({ value: value as GstState, label }))
  // Not by a language's rules: a browser takes 20 ms to get them ready, and these names need none.
  .sort((one, other) => (one.label < other.label ? -1 : 1))
