/**
 * The names of a large campus, the most frequent first: as on a real one, some surnames are shared
 * by thousands of people and most first names by few.
 */

export const VOLUME_FIRST_NAMES = (
  "Aarav Priya Rahul Neha Rohan Anjali Amit Pooja Vikas Shreya Ankit Riya Karan Sneha Shivam Kajal Abhishek " +
  "Divya Harsh Muskan Mohit Nisha Saurabh Kritika Nikhil Ishita Gaurav Tanvi Deepak Simran Ayush Sakshi Yash " +
  "Khushi Aditya Palak Vivek Mansi Arjun Aishwarya Himanshu Jyoti Prateek Swati Kunal Megha Naman Radhika Manish " +
  "Shivani Tushar Bhavna Akash Garima Sachin Ritika Varun Preeti Lokesh Komal Rishabh Payal Dev Ananya Pankaj " +
  "Vaishnavi Rajat Chhavi Sumit Deepika Jatin Gauri Tanmay Rashi Chetan Amrita Siddharth Anushka Kartik Isha " +
  "Pranav Sonali Mayank Charu Om Bhumika Raghav Lavanya Farhan Zoya Imran Sana Joseph Maria Gurpreet Harleen " +
  "Tenzin Diya Eshaan Xavier Wasim Urvashi Quratulain Hemlata"
).split(" ");

export const VOLUME_LAST_NAMES = (
  "Sharma Singh Verma Gupta Yadav Patel Jain Rajput Mishra Tiwari Pandey Dubey Khan Chauhan Agrawal Shrivastava " +
  "Kushwaha Rathore Tomar Sikarwar Saxena Bansal Parihar Soni Dixit Joshi Mehta Goyal Meena Thakur Chaturvedi " +
  "Bhadoria Trivedi Kumar Rawat Ahirwar Lodhi Shukla Nair Iyer Reddy Rao Kulkarni Deshmukh Patil Das Ghosh " +
  "Banerjee Mukherjee Bose Kaur Gill Sandhu Ali Qureshi Ansari Siddiqui Fernandes Pillai Menon Naidu Choudhary " +
  "Bhatt Vyas Purohit Rajawat Bhargava Kapoor Malhotra Arora Khanna Garg Mittal Goswami Upadhyay Tripathi Nigam " +
  "Asthana Kulshreshtha Wankhede"
).split(" ");
