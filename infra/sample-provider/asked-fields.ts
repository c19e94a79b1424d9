/** Fields that several questions, orders and rows of the provider share. */
import { z } from 'zod';

export const askedCity = z.string().min(1).max(100);
export const person = z.string().trim().min(1).max(100);
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM');
