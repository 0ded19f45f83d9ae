import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import './verification-state.ts'
import { VerifyOtpForm } from './verify-otp-form.tsx'

export function VerifyOtpPage() {
  const router = useRouter()
  // Read once, because during navigation the history state already belongs to the next page.
  const [verification] = useState(() => router.state.location.state.verification)
  return verification ? <VerifyOtpForm verification={verification} /> : <Navigate to="/register" replace />
}
