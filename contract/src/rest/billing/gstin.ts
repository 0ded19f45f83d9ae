// A GSTIN: two digits of the state, the PAN, a counter, Z, and a check character over the fourteen before it.
import * as z from 'zod/mini'
import { GST_STATES, type GstState } from './gst-states.ts'

const SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export const Gstin = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.refine(isGstin, 'This GSTIN is not valid. Check it against your certificate.'))

function isGstin(text: string): boolean {
  return SHAPE.test(text) && text.slice(0, 2) in GST_STATES && checkCharacter(text.slice(0, 14)) === text[14]
}

// Base 36: every second value counts double, and both digits of each product are added up.
function checkCharacter(text: string): string {
  const sum = Array.from(text).reduce((total, character, at) => {
    const product = CHARACTERS.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return CHARACTERS[(36 - (sum % 36)) % 36] ?? ''
}

type GstDetails = { readonly gst_state: GstState | null; readonly gstin: string | null }

/** The state follows a GSTIN where none was chosen; the sentence says why the two do not agree. */
export function agreeOnState({ gst_state, gstin }: GstDetails): GstDetails | string {
  if (gstin === null) return { gst_state, gstin }
  const own = gstin.slice(0, 2) as GstState
  if (gst_state === null || gst_state === own) return { gst_state: own, gstin }
  return `This GSTIN is registered in ${GST_STATES[own]}, but the state is ${GST_STATES[gst_state]}.`
}
