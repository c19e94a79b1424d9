/** Which hotels a city has for a stay: those of the world file, or generated ones. */
import { generatedNumber } from './generated-number.ts';
import { findCity, type World } from './world.ts';
import type { WorldCity } from './world-rows.ts';

export type Hotel = {
  readonly hotel_id: string;
  readonly name: string;
  readonly address: string;
  /** For one night. */
  readonly price: number;
  /** Rooms a night before anything was booked. */
  readonly stock: number;
};

/** From cheap to dear; some lie above 1000 a night, and some are full. */
const SLOTS = [
  { brand: '青旅客栈', street: '解放路', price: 260, isFull: true },
  { brand: '云栖快捷酒店', street: '人民路', price: 420, isFull: false },
  { brand: '春申商务酒店', street: '中山路', price: 640, isFull: false },
  { brand: '江畔酒店', street: '滨江大道', price: 880, isFull: false },
  { brand: '国际会议酒店', street: '世纪大道', price: 1_180, isFull: false },
  { brand: '湖心大酒店', street: '湖滨路', price: 1_680, isFull: true },
] as const;
const IDS_A_CITY = 10;
const FIRST_ID = 100;

const generatedHotel = (city: WorldCity, index: number, slot: number, date: string): Hotel => {
  const { brand, street, price, isFull } = SLOTS[slot] ?? SLOTS[0];
  const seed = `${index}|${slot}|${date}`;
  return {
    hotel_id: `H${FIRST_ID + index * IDS_A_CITY + slot}`,
    name: `${city.name}${brand}`,
    address: `${city.name}${street}${generatedNumber(`house|${index}|${slot}`, 1, 999)}号`,
    price: price + generatedNumber(`price|${seed}`, 0, 9) * 10,
    stock: isFull ? 0 : generatedNumber(`rooms|${index}|${slot}`, 5, 30),
  };
};

/** @returns the hotels of a city of this world; prices are those of the day of arrival */
export function hotelsIn(world: World, city: WorldCity, checkinDate: string): Hotel[] {
  const index = world.cities.indexOf(city);
  return (
    world.hotels?.filter((hotel) => findCity(world, hotel.city) === city) ??
    SLOTS.map((_, slot) => generatedHotel(city, index, slot, checkinDate))
  );
}

/** @returns the hotel of that id, or undefined when there is none */
export function hotelById(world: World, hotelId: string, checkinDate: string): Hotel | undefined {
  if (world.hotels !== undefined) return world.hotels.find(({ hotel_id }) => hotel_id === hotelId);
  const number = Number(/^H(\d{3,5})$/.exec(hotelId)?.[1] ?? 0) - FIRST_ID;
  const city = world.cities[Math.floor(number / IDS_A_CITY)];
  if (city === undefined) return undefined;
  return hotelsIn(world, city, checkinDate).find(({ hotel_id }) => hotel_id === hotelId);
}
