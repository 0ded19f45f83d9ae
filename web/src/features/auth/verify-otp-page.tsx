import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import './verification-state.ts'
import { VerifyOtpForm } from './verify-otp-form.tsx'

export function VerifyOtpPage() {
  const router = useRouter()
  // Read once: on the way out the next page's state is already in place while this one is still shown.
  const [verification] = useState(() => router.state.location.state.verification)
  return verification ? <VerifyOtpForm verification={verification} /> : <Navigate to="/register" replace />
}
