/** Common passwords that are tried first, in lower case. Those shorter than the shortest allowed one are left out. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  !qaz2wsx !qaz@wsx 00000000 000000000 0000000000 01234567 0123456789 10203040 102030405060 11111111 111111111
  1111111111 11112222 11223344 1122334455 112233445566 12121212 121212121 123123123 123321123 12341234 12344321
  123454321 123456123 123456123456 12345678 123456789 1234567890 12345678910 123456789a 123456789q 12345678a 12345678q
  1234567a 1234567q 123456aa 123456ab 123456qwerty 12345qwert 1234abcd 1234qwer 123abc123 123qwe123 123qweasd
  123qweasdzxc 12qwaszx 13131313 14141414 147258369 19841984 19871987 19901990 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz!qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2 1qazzaq1 20002000 20202020 22222222 33333333 44444444 55555555
  66666666 77777777 87654321 88888888 987654321 9876543210 99999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5
  a1s2d3f4 aa123456 aa12345678 aa123456789 aaaaaaaa aaaaaaaaaa abc12345 abc123456 abc123abc abcabc123 abcd1234 abcdefg1
  abcdefgh abcdefghi abcdefghij access123 access14 admin123 admin1234 admin12345 admin123456 admin2024 admin2025
  admin2026 admin@123 admin@1234 adminadmin administrator administrator1 ahmed123 ahmed1234 alejandra alejandro
  alexander alexandra alhamdulillah ali12345 allah123 android1 angelica anthony1 anthony123 anything apple123 arsenal1
  arsenal123 asd12345 asd123456 asd123asd asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer asdfzxcv ashley123 asshole1
  autumn2024 autumn2025 autumn2026 azerty123 azertyuiop baby1234 babygirl babygirl1 baghdad1 banana123 barcelona
  barcelona1 baseball baseball1 baseball123 basketball batman123 benjamin bismillah bismillah1 blessed1 blink182
  blueberry brandon1 budweiser bullshit butterfly butterfly1 caroline celtic1888 changeme changeme1 changeme123 charlie1
  charlie123 charlotte cheese123 chelsea1 chelsea123 chocolate christian christina christopher college1 computer
  computer1 computer123 cookie123 corvette counterstrike cowboys1 creative crystal1 daniel123 december december1
  default1 diamond1 diamond123 dolphin1 dolphins dragon12 dragon123 elephant elizabeth elizabeth1 eminem123 facebook
  facebook1 familia1 family123 february fernando ferrari1 flower123 flowers1 football football1 football123 forever1
  forever21 fortnite fortnite1 francesco franklin freedom1 freedom123 friday123 friends1 friends123 fuckyou1 fuckyou123
  fuckyou2 gabriela gabriella gateway1 gladiator godfather godisgood golden123 goodmorning google123 greenday guest123
  guest1234 guinness hamilton happy123 happyday harley123 hassan123 heineken hello123 hello1234 hello12345 hellohello
  helloworld hunter123 hunter2hunter2 ilovegod iloveu123 iloveyou iloveyou1 iloveyou123 iloveyou2 inshallah internet
  internet1 iphone123 iraq1234 isabella january1 jasmine1 jennifer jennifer1 jessica1 jesus123 jesuschrist jonathan
  jonathan1 jordan123 jordan23 juventus killer123 kurdistan kurdistan1 lakers24 lawrence lecturer lecturer1 leopard1
  letmein! letmein1 letmein12 letmein123 letmeinnow linkedin linux123 liverpool liverpool1 lollipop1 lovelove loveme123
  loveyou1 lucky123 luckyday manchester manutd123 marlboro master12 master123 matrix123 matthew1 melissa1 mercedes
  metallica michael1 michael123 michelle microsoft midnight midnight1 minecraft minecraft1 mohammad mohammed mohammed1
  monday123 monkey12 monkey123 muhammad muhammad1 mustang1 mylove123 mypassword mypassword1 mysecret natasha1 newpass1
  newpassword nicholas nicole123 ninja123 nintendo nirvana1 nopassword nothing1 november october1 oldpassword orange123
  p@ssw0rd p@ssword pa$$word pa55word packers1 panther1 panthers pass1234 pass12345 pass@123 pass@1234 pass@word1
  passpass passw0rd passwd123 password password! password0 password01 password1 password1! password100 password11
  password12 password123 password1234 password12345 password2 password2024 password2025 password2026 password21
  password22 password3 password321 password69 password7 password9 password99 passwords passwort patricia patrick1
  phoenix1 pineapple playboy1 playstation pokemon1 pokemon123 princess princess1 princess123 professor professor1
  purple123 q12345678 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qwe12345 qwe123456 qwe123qwe qweasd123
  qweasdzxc qweqweqwe qwer1234 qwerqwer qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop
  qwertyuiop123 qwertz123 qwertzuiop rainbow1 rainbow123 rangers1 realmadrid rebecca1 remember remember1 root1234
  rootroot samantha samantha1 samsung1 samsung123 school123 scorpion sebastian secret12 secret123 september shadow12
  shadow123 silver123 slipknot snowball softball softball1 spiderman spring2024 spring2025 spring2026 stargate startrek
  starwars starwars1 steelers stephanie strawberry student1 student123 summer123 summer2024 summer2025 summer2026
  sunshine sunshine1 sunshine123 superman superman1 superman123 superuser sweetheart sweety123 swimming teacher1
  teacher123 temp1234 temporary terminator test1234 test12345 test123456 testing1 testing123 testtest thepassword
  thompson thunder1 tinkerbell trustno1 twitter1 university university1 university123 user1234 user12345 username
  valentin valentina valeria1 vanessa1 veronica veronika victoria victoria1 warcraft watermelon welcome1 welcome12
  welcome123 welcome1234 welcome2024 welcome2025 welcome2026 welcome@123 whatever whatever1 whatever123 williams
  windows1 windows10 winter123 winter2024 winter2025 winter2026 yankees1 yellow123 yourpassword youtube1 z12345678
  zaq12wsx zaq1xsw2 zaq1zaq1 zxc12345 zxc123zxc zxcvbnm, zxcvbnm,. zxcvbnm1 zxcvbnm123 zxcvbnmm
`
    .trim()
    .split(/\s+/),
)
