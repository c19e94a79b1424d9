/** The cities that the sample provider knows when no world file names others. */
export const DEFAULT_CITIES: { name: string; aliases: string[] }[] = [
  { name: '北京', aliases: ['Beijing', 'Peking'] },
  { name: '上海', aliases: ['Shanghai'] },
  { name: '广州', aliases: ['Guangzhou', 'Canton'] },
  { name: '深圳', aliases: ['Shenzhen'] },
  { name: '杭州', aliases: ['Hangzhou'] },
  { name: '南京', aliases: ['Nanjing'] },
  { name: '成都', aliases: ['Chengdu'] },
  { name: '重庆', aliases: ['Chongqing'] },
  { name: '武汉', aliases: ['Wuhan'] },
  { name: '西安', aliases: ["Xi'an"] },
  { name: '厦门', aliases: ['Xiamen', 'Amoy'] },
  { name: '昆明', aliases: ['Kunming'] },
  { name: '香港', aliases: ['Hong Kong'] },
  { name: '东京', aliases: ['Tokyo', '東京'] },
  { name: '新加坡', aliases: ['Singapore'] },
  { name: '伦敦', aliases: ['London'] },
];
